import Screens

extension FormController {
  func text(_ field: Field) -> TextEntry {
    if field.isSecret { return secrets[field.id] ?? TextEntry(field.initial) }
    return state.texts[field.id] ?? TextEntry(initial?.texts[field.id] ?? field.initial)
  }

  /// Returns the text that a field shows: dots for a secret.
  func shownText(_ field: Field) -> TextEntry {
    let text = text(field)
    guard field.isSecret else { return text }
    return TextEntry(String(repeating: "•", count: text.text.count), caret: text.caret)
  }

  func problem(_ field: Field) -> String? {
    let text = text(field).text
    return text.isEmpty ? nil : field.problem(text)
  }

  /// Returns why a button can't use a field; `nil` if it can.
  func obstacle(_ field: Field) -> String? {
    if let missing = field.missing, text(field).text.allSatisfy({ $0 == " " }) {
      return missing + "."
    }
    return problem(field).map { "\(field.label): \($0)." }
  }
}
