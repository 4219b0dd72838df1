extension ChemicalDocument {
  /// The parts of a DataSheet as a whole that no other format has; nil where there are none.
  var sheetLoss: Problem? {
    // How reactions stand in columns is said by the reactions themselves.
    let parts = extensions.filter { !DataSheet.isReactionAspect($0) }
    let words = [
      title.isEmpty ? nil : "the title", summary.isEmpty ? nil : "the description",
      columns.contains { !$0.summary.isEmpty } ? "the descriptions of columns" : nil,
      parts.isEmpty ? nil : "the parts for other programs",
    ].compactMap(\.self)
    guard !words.isEmpty else { return nil }
    return Problem(
      .whole, "Left out of the DataSheet: \(words.joined(separator: ", ")).",
      advice: "Write a DataSheet to keep it.")
  }
}
