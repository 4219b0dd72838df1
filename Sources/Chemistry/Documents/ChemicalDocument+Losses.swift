extension ChemicalDocument {
  /// The texts of a drawing, which a DataSheet alone has a place for; nil where there are none.
  var textLoss: FormatError? {
    guard !texts.isEmpty else { return nil }
    let more = texts.count > 3 ? " and \(texts.count - 3) more" : ""
    let named = texts.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    return FormatError(
      .whole, "Left out of the drawing: the text\(texts.count == 1 ? "" : "s") \(named)\(more).",
      advice: "A DataSheet has them in its description.")
  }

  /// The parts of a DataSheet as a whole that no other format has; nil where there are none.
  var sheetLoss: FormatError? {
    // How reactions stand in columns is said by the reactions themselves.
    let parts = extensions.filter { !DataSheet.isReactionAspect($0) }
    let words = [
      title.isEmpty ? nil : "the title", summary.isEmpty ? nil : "the description",
      columns.contains { !$0.summary.isEmpty } ? "the descriptions of columns" : nil,
      parts.isEmpty ? nil : "the parts for other programs",
    ].compactMap(\.self)
    guard !words.isEmpty else { return nil }
    return FormatError(
      .whole, "Left out of the DataSheet: \(words.joined(separator: ", ")).",
      advice: "Write a DataSheet to keep it.")
  }
}
