import Screens

extension DetailController {
  static var valueQuestion: String { "value to copy" }

  /// Asks which value to copy, listing only the labels: a picker is saved with its choices, and
  /// values must not be stored in a session.
  func chooseValue(_ navigator: Navigator) {
    guard let detail else { return }
    let choices = DetailLayout(detail, width: 80).rows.compactMap { id, row in
      row.label.map { Picker.Choice(id: id, label: $0) }
    }
    guard !choices.isEmpty else { return navigator.notify("There is no value with a label.") }
    navigator.pick(Picker(question: Self.valueQuestion, title: "Copy", choices: choices))
  }

  /// Copies the chosen value once the rows are loaded.
  func copyWaiting(_ navigator: Navigator) {
    guard let wanted = waitingValue, let detail else { return }
    waitingValue = nil
    let row = DetailLayout(detail, width: 80).rows.first { $0.id == wanted }?.row
    guard let value = row?.value else { return navigator.notify("That value is gone.") }
    navigator.copy(value)
  }
}

extension DetailRow {
  fileprivate var label: String? {
    if case .labelled(let label, _, _) = content { label } else { nil }
  }

  fileprivate var value: String? {
    if case .labelled(_, let value, _) = content { value } else { nil }
  }
}
