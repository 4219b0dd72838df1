import Reprise

/// The form for a record's number. Its result scrolls the list below to the record.
@MainActor func goToScreen() -> any Screen {
  FormController(
    title: "Go to", fields: [Field("number", label: "Number", placeholder: "e.g. 900000")],
    buttons: [
      FormButton("go", title: "Go", needsFields: true) { input, navigator in
        guard let number = recordNumber(input.texts["number"] ?? "") else {
          return FormButton.Outcome(
            report: StatusMessage("Enter a whole number, counted from 1."), nextID: "number")
        }
        navigator.answer(.row(number: number))
        return FormButton.Outcome()
      }
    ],
    submitID: "go")
}

/// Parses a record number, which may have thousands separators; `nil` for other text.
///
/// A separator must be followed by groups of three digits: "1.5" isn't 15.
func recordNumber(_ text: String) -> Int? {
  let text = text.trimmingSpaces
  guard let sign = text.first(where: { !$0.isASCII || !$0.isNumber }) else {
    return Int(text).flatMap { $0 > 0 ? $0 : nil }
  }
  let groups = text.split(separator: sign, omittingEmptySubsequences: false)
  guard ",. '’\u{A0}\u{2009}\u{202F}".contains(sign), (1...3).contains(groups[0].count),
    groups.dropFirst().allSatisfy({ $0.count == 3 }),
    groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
    let number = Int(groups.joined()), number > 0
  else { return nil }
  return number
}
