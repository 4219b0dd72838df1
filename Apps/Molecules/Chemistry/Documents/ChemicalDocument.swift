/// The content of a chemical file: its records, and the data that belong to the file as a whole.
public struct ChemicalDocument: Hashable, Sendable {
  /// The format that the document was read from or created for; it can be written in any.
  public var format: ChemicalFormat
  // These four are a DataSheet's.
  var title = ""
  var summary = ""
  var columns: [DataSheet.Column] = []
  var extensions: [DataSheet.Extension] = []
  /// The texts of a drawing that belong to no structure or reaction, such as captions.
  public var texts: [String] = []
  /// The date and time in an RDfile's header, unchanged; empty for other formats.
  public var date = ""
  /// The records of the file, in file order.
  public var records: [Record] = []
  /// The errors in the file that belong to no record.
  public var problems: [FormatError] = []

  /// Creates a document for a format, by default without records:
  /// `ChemicalDocument(.sdfile, records: records)`.
  public init(_ format: ChemicalFormat, records: [Record] = []) {
    self.format = format
    self.records = records
  }
}

extension ChemicalDocument {
  /// A larger SDfile or RDfile can be read with `ChemicalFile`.
  static let byteLimit = 512 << 20

  /// Detects the format of a file's bytes, and reads all records.
  ///
  /// `try ChemicalDocument(bytes, fileName: "drugs.sdf")`
  ///
  /// A record that can't be read has no structure, and its `problems` list the error. Throws a
  /// `FormatError` if there are more than 512 MiB, if they aren't in a chemical format,
  /// or if nothing can be read of a DataSheet or CDX file.
  public init(_ bytes: [UInt8], fileName: String = "") throws {
    guard bytes.count <= ChemicalDocument.byteLimit else {
      throw FormatError(
        .whole, "The file has more than \(ChemicalDocument.byteLimit >> 20) MiB.",
        advice: "Split it, or convert it to an SDfile, which is read record by record.")
    }
    let head = Array(bytes.prefix(ChemicalFormat.sniffedByteCount))
    try self.init(bytes, as: ChemicalFormat.detected(in: head, fileName: fileName))
  }

  /// Reads all records from the bytes of a file whose format is known, as
  /// `init(_:fileName:)` does: `try ChemicalDocument(bytes, as: .sdfile)`.
  public init(_ bytes: [UInt8], as format: ChemicalFormat) throws {
    self.init(format)
    switch format {
    case .molfile:
      var reader = MolfileReader(TextLines(bytes))
      readOne(Result { .molecule(try reader.read()) }, reader.problems, bytes)
    case .rxnfile:
      var reader = RXNReader(TextLines(bytes))
      readOne(Result { .reaction(try reader.read()) }, reader.problems, bytes)
    case .sketchEl:
      var reader = SketchElReader(TextLines(bytes))
      readOne(Result { .molecule(try reader.read()) }, reader.problems, bytes)
    case .sdfile, .rdfile: readIndexed(bytes)
    case .dataSheet: try readDataSheet(bytes)
    case .cdx:
      var reader = CDXReader()
      records = try reader.read(bytes)
      problems = reader.problems.all
      texts = reader.texts
    }
  }

  private mutating func readOne(
    _ structure: Result<Record.Structure, any Error>, _ problems: FormatErrors, _ bytes: [UInt8]
  ) {
    var record = Record(.none)
    record.problems = problems.all
    do { record.structure = try structure.get() } catch {
      if let problem = error as? FormatError { record.problems.append(problem) }
    }
    record.problems += Characters.problems(in: bytes)
    records = [record]
  }

  private mutating func readIndexed(_ bytes: [UInt8]) {
    var builder = RecordIndex.Builder(format)
    builder.add(bytes)
    let index = builder.finish()
    date = format == .rdfile ? RDfileReader.date(bytes) : ""
    records = index.entries.indices.map { recordIndex in
      index.entries[recordIndex].record(
        of: Array(bytes[index.range(of: recordIndex).clamped(to: 0..<bytes.count)]), format: format)
    }
  }

  private mutating func readDataSheet(_ bytes: [UInt8]) throws {
    var reader = DataSheetReader()
    let sheet = try reader.read(bytes)
    title = sheet.title
    summary = sheet.summary
    columns = sheet.columns
    extensions = sheet.extensions
    records = sheet.records
    problems = reader.problems.all + Characters.problems(in: bytes)
  }
}

extension ChemicalDocument {
  /// A document written in a format: the bytes, and the data that the format couldn't store.
  public struct Written: Sendable {
    /// The bytes of the whole file.
    public let bytes: [UInt8]
    /// One error for each kind of data in the document that the format couldn't store.
    public let problems: [FormatError]
    /// The number of records that were written to the file. In a format that holds one record, it
    /// is 1 even if an empty structure was written because no record was suitable.
    public let count: Int
  }

  /// Writes the document in a format, and returns the bytes and a list of the data that were lost.
  ///
  /// A molfile, RXN file or SketchEl file holds one record. Only the first record with a suitable
  /// structure is written, or an empty structure if there is none. If the document has other
  /// records, a problem reports how many records it has. Connection tables are of the version.
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
    var bytes: [UInt8] = []
    var count = format.holdsOneRecord ? 1 : chosen.count
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
          .whole, "SketchEl has no names; “\(molecule.name)” is left out.",
          advice: "Write a molfile or a DataSheet to keep it.")
      }
      text = SketchElWriter().text(of: molecule)
    case .sdfile:
      var writer = SDfileWriter(version)
      bytes = chosen.flatMap { writer.bytes(of: $0) }
      notes.note(writer.problems)
    case .rdfile:
      var writer = RDfileWriter(version)
      text = RDfileWriter.head(date: date)
      for record in chosen { text += writer.text(of: record) }
      notes.note(writer.problems)
    case .dataSheet: text = DataSheetWriter().text(of: DataSheet(self))
    case .cdx:
      var writer = CDXWriter()
      bytes = writer.bytes(of: chosen)
      notes.note(writer.problems)
      count = writer.count
    }
    return Written(
      bytes: text.isEmpty ? bytes : Array(text.utf8), problems: notes.all, count: count)
  }

  private func chosenRecords(as format: ChemicalFormat) -> [Record] {
    switch format {
    case .molfile, .sketchEl: Array(records.lazy.filter { $0.molecule != nil }.prefix(1))
    case .rxnfile: Array(records.lazy.filter { $0.reaction != nil }.prefix(1))
    case .sdfile, .rdfile, .dataSheet, .cdx: records
    }
  }

  private func noteRest(of chosen: Record?, _ notes: inout FormatErrors) {
    if chosen == nil || records.count != 1 {
      notes.note(
        .whole, "This format holds one structure; the document has \(records.count) records.",
        advice: "Write an SDfile, an RDfile or a DataSheet to keep all of them.")
    }
    if chosen?.fields.isEmpty == false {
      notes.note(
        .whole, "This format has no fields; they are left out.",
        advice: "Write an SDfile, an RDfile or a DataSheet to keep them.")
    }
  }
}

extension ChemicalDocument {
  /// Only a DataSheet can store a drawing's texts.
  var textLoss: FormatError? {
    guard !texts.isEmpty else { return nil }
    let more = texts.count > 3 ? " and \(texts.count - 3) more" : ""
    let named = texts.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    return FormatError(
      .whole, "Left out of the drawing: the text\(texts.count == 1 ? "" : "s") \(named)\(more).",
      advice: "A DataSheet has them in its description.")
  }

  /// Only a DataSheet can store these parts.
  var sheetLoss: FormatError? {
    // The aspect that assigns columns to reactions isn't lost: it is rebuilt from the reactions.
    let parts = extensions.filter { !DataSheet.isReactionAspect($0) }
    let omissions = [
      title.isEmpty ? nil : "the title", summary.isEmpty ? nil : "the description",
      columns.contains { !$0.summary.isEmpty } ? "the descriptions of columns" : nil,
      parts.isEmpty ? nil : "the parts for other programs",
    ].compactMap(\.self)
    guard !omissions.isEmpty else { return nil }
    return FormatError(
      .whole, "Left out of the DataSheet: \(omissions.joined(separator: ", ")).",
      advice: "Write a DataSheet to keep it.")
  }
}
