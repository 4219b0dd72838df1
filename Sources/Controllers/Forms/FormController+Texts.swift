import Screens

/// The fields' texts, and what is wrong with them.
extension FormController {
  func text(_ field: Field) -> TextEntry {
    if field.isSecret { return secrets[field.id] ?? TextEntry(field.initial) }
    return state.texts[field.id] ?? TextEntry(initial?.texts[field.id] ?? field.initial)
  }

  /// Returns the text that a field shows: of a secret only its length.
  func shownText(_ field: Field) -> TextEntry {
    let text = text(field)
    guard field.isSecret else { return text }
    return TextEntry(String(repeating: "•", count: text.text.count), caret: text.caret)
  }

  /// Returns the problem with a field's text.
  func problem(_ field: Field) -> String? {
    let text = text(field).text
    return text.isEmpty ? nil : field.problem(text)
  }

  /// Returns the sentence about a field that a button can't work with; nil for a field that it can.
  func obstacle(_ field: Field) -> String? {
    if let missing = field.missing, text(field).text.allSatisfy({ $0 == " " }) {
      return missing + "."
    }
    return problem(field).map { "\(field.label): \($0)." }
  }
}
