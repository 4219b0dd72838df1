extension ChemicalDocument {
  /// A problem listing the drawing's texts, which only a DataSheet can store; `nil` without texts.
  var textLoss: FormatError? {
    guard !texts.isEmpty else { return nil }
    let more = texts.count > 3 ? " and \(texts.count - 3) more" : ""
    let named = texts.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    return FormatError(
      .whole, "Left out of the drawing: the text\(texts.count == 1 ? "" : "s") \(named)\(more).",
      advice: "A DataSheet has them in its description.")
  }

  /// A problem listing the document's parts that only a DataSheet can store; `nil` without any.
  var sheetLoss: FormatError? {
    // The aspect that assigns columns to reactions isn't lost: it is rebuilt from the reactions.
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
