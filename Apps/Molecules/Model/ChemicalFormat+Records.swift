import Chemistry

extension ChemicalFormat {
  /// True if a file of this format is one molecule or reaction without fields, so that its record is opened instead of a list.
  var holdsOneRecord: Bool { [.molfile, .rxnfile, .sketchEl].contains(self) }
}
