import Reprise

/// The form for a record's number; the list below goes to the record.
@MainActor func goToScreen() -> any Screen {
  FormController(
    title: "Go to", fields: [Field("number", label: "Number", placeholder: "e.g. 900000")],
    buttons: [
      FormButton("go", title: "Go", needsFields: true) { input, navigator in
        let text = (input.texts["number"] ?? "").filter { !",. \u{202F}".contains($0) }
        guard let number = Int(text), number > 0 else {
          return FormButton.Outcome(
            report: Report("Enter a number, counted from 1."), nextID: "number")
        }
        navigator.answer(.row(number: number))
        return FormButton.Outcome()
      }
    ],
    submitID: "go")
}
