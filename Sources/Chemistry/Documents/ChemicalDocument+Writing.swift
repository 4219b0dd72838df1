extension ChemicalDocument {
  /// The bytes of a document in one of the formats, and what of it the format couldn't say.
  public struct Written: Sendable {
    /// The bytes of the whole file.
    public let bytes: [UInt8]
    /// The notes about parts that the format couldn't hold.
    public let problems: [Problem]
  }

  /// Writes the document in its own format or another.
  ///
  /// A molfile, RXN file or SketchEl file holds one record; the first is written, and a problem says how many aren't.
  public func written(
    as format: ChemicalFormat, version: MolfileWriter.Version = .smallest
  ) -> Written {
    var notes = Problems()
    var text = ""
    let isSketchEl = [.sketchEl, .dataSheet].contains(format)
    if isSketchEl || format == .cdx { notes.note(tableLosses) }
    notes.note(isSketchEl ? definiteLosses : sketchElLosses)
    switch format {
    case .molfile:
      var writer = MolfileWriter(version)
      text = writer.text(of: only(&notes) { $0.molecule } ?? Molecule())
      notes.note(writer.problems)
    case .rxnfile:
      var writer = RXNWriter(version)
      text = writer.text(of: only(&notes) { $0.reaction } ?? Reaction())
      notes.note(writer.problems)
    case .sketchEl:
      let molecule = only(&notes) { $0.molecule } ?? Molecule()
      if !molecule.name.isEmpty {
        notes.note(
          Problem(
            .whole, "SketchEl has no names; “\(molecule.name)” is left out.",
            advice: "Write a molfile or a DataSheet to keep it."))
      }
      text = SketchElWriter().text(of: molecule)
    case .sdfile:
      var writer = SDfileWriter(version)
      for record in records { text += writer.text(of: record) }
      notes.note(writer.problems)
    case .rdfile:
      var writer = RDfileWriter(version)
      text = RDfileWriter.head(date: date)
      for record in records { text += writer.text(of: record) }
      notes.note(writer.problems)
    case .dataSheet: text = DataSheetWriter().text(of: DataSheet(self))
    case .cdx:
      var writer = CDXWriter()
      let bytes = writer.bytes(of: records)
      notes.note(writer.problems)
      return Written(bytes: bytes, problems: notes.all)
    }
    return Written(bytes: Array(text.utf8), problems: notes.all)
  }

  /// The first structure of a kind.
  private func only<Structure>(
    _ notes: inout Problems, _ structure: (Record) -> Structure?
  ) -> Structure? {
    let found = records.compactMap { structure($0) }
    if found.count != 1 || records.count != 1 {
      notes.note(
        Problem(
          .whole, "This format holds one structure; the document has \(records.count) records.",
          advice: "Write an SDfile, an RDfile or a DataSheet to keep all of them."))
    } else if records[0].fields.isEmpty == false {
      notes.note(
        Problem(
          .whole, "This format has no fields; they are left out.",
          advice: "Write an SDfile, an RDfile or a DataSheet to keep them."))
    }
    return found.first
  }
}
