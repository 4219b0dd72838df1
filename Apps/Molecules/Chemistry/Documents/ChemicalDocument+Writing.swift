extension ChemicalDocument {
  /// A document's bytes in one format, and the problems that list what the format couldn't store.
  public struct Written: Sendable {
    /// The bytes of the whole file.
    public let bytes: [UInt8]
    /// The parts of the document that the format couldn't store.
    public let problems: [FormatError]
    /// The number of records in the file.
    public let count: Int
  }

  /// Writes the document in its own format or another.
  ///
  /// A molfile, RXN file or SketchEl file holds one record: only the first record with a fitting
  /// structure is written, and a problem reports the total number of records.
  public func written(
    as format: ChemicalFormat, version: MolfileWriter.Version = .smallest
  ) -> Written {
    var notes = FormatErrors()
    var losses = RecordLosses(as: format)
    let chosen = chosenRecords(as: format)
    for record in chosen { losses.note(record) }
    notes.note(losses.problems)
    if format != .dataSheet { for loss in [sheetLoss, textLoss] { loss.map { notes.note($0) } } }
    if format.holdsOneRecord { noteRest(of: chosen.first, &notes) }
    var text = ""
    switch format {
    case .molfile:
      var writer = MolfileWriter(version)
      text = writer.text(of: chosen.first?.molecule ?? Molecule())
      notes.note(writer.problems)
    case .rxnfile:
      var writer = RXNWriter(version)
      text = writer.text(of: chosen.first?.reaction ?? Reaction())
      notes.note(writer.problems)
    case .sketchEl:
      let molecule = chosen.first?.molecule ?? Molecule()
      if !molecule.name.isEmpty {
        notes.note(
          FormatError(
            .whole, "SketchEl has no names; “\(molecule.name)” is left out.",
            advice: "Write a molfile or a DataSheet to keep it."))
      }
      text = SketchElWriter().text(of: molecule)
    case .sdfile:
      var writer = SDfileWriter(version)
      let bytes = chosen.flatMap { writer.bytes(of: $0) }
      notes.note(writer.problems)
      return Written(bytes: bytes, problems: notes.all, count: chosen.count)
    case .rdfile:
      var writer = RDfileWriter(version)
      text = RDfileWriter.head(date: date)
      for record in chosen { text += writer.text(of: record) }
      notes.note(writer.problems)
    case .dataSheet: text = DataSheetWriter().text(of: DataSheet(self))
    case .cdx:
      var writer = CDXWriter()
      let bytes = writer.bytes(of: chosen)
      notes.note(writer.problems)
      return Written(bytes: bytes, problems: notes.all, count: writer.count)
    }
    return Written(
      bytes: Array(text.utf8), problems: notes.all,
      count: format.holdsOneRecord ? 1 : chosen.count)
  }

  /// The records to write: all, or the first with a structure of the format's kind.
  private func chosenRecords(as format: ChemicalFormat) -> [Record] {
    switch format {
    case .molfile, .sketchEl: Array(records.lazy.filter { $0.molecule != nil }.prefix(1))
    case .rxnfile: Array(records.lazy.filter { $0.reaction != nil }.prefix(1))
    case .sdfile, .rdfile, .dataSheet, .cdx: records
    }
  }

  /// Notes what a file for a single structure leaves out: other records, and the fields.
  private func noteRest(of chosen: Record?, _ notes: inout FormatErrors) {
    if chosen == nil || records.count != 1 {
      notes.note(
        FormatError(
          .whole, "This format holds one structure; the document has \(records.count) records.",
          advice: "Write an SDfile, an RDfile or a DataSheet to keep all of them."))
    }
    if chosen?.fields.isEmpty == false {
      notes.note(
        FormatError(
          .whole, "This format has no fields; they are left out.",
          advice: "Write an SDfile, an RDfile or a DataSheet to keep them."))
    }
  }
}
