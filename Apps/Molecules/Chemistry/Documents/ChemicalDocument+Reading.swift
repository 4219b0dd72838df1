extension ChemicalDocument {
  /// The size limit in bytes for reading a file as a whole. Larger SDfiles need a `ChemicalFile`.
  public static let byteLimit = 512 << 20

  /// Reads all records. One that can't be read has no structure, and an error in its `problems`.
  ///
  /// `try ChemicalDocument(bytes, fileName: "drugs.sdf")`
  ///
  /// Throws a `FormatError` if the bytes aren't in a chemical format, or if nothing can be read.
  public init(_ bytes: [UInt8], fileName: String = "") throws {
    guard bytes.count <= ChemicalDocument.byteLimit else {
      throw FormatError(
        .whole, "The file has more than \(ChemicalDocument.byteLimit >> 20) MiB.",
        advice: "Split it, or convert it to an SDfile, which is read record by record.")
    }
    switch ChemicalFormat.format(
      of: Array(bytes.prefix(ChemicalFormat.sniffedByteCount)), fileName: fileName)
    {
    case .format(let format): try self.init(bytes, as: format)
    case .empty:
      throw FormatError(.whole, "The file is empty.", advice: "Choose a file with structures.")
    case .other(let what):
      let isPacked = bytes.starts(with: PackedFile.magic)
      throw FormatError(
        .whole, "This is \(what).",
        advice: isPacked
          ? "Unpack it with gunzip first."
          : "Molfiles, SDfiles, RXN and RDfiles, SketchEl, DataSheets and CDX can be opened.")
    }
  }

  /// Reads bytes of a known format.
  ///
  /// `try ChemicalDocument(bytes, as: .sdfile)`
  public init(_ bytes: [UInt8], as format: ChemicalFormat) throws {
    self.init(format)
    switch format {
    case .molfile: records = [ChemicalDocument.molfileRecord(bytes)]
    case .rxnfile: records = [ChemicalDocument.reactionRecord(bytes)]
    case .sketchEl: records = [ChemicalDocument.sketchElRecord(bytes)]
    case .sdfile, .rdfile: readIndexed(bytes)
    case .dataSheet: try readDataSheet(bytes)
    case .cdx:
      var reader = CDXReader()
      records = try reader.read(bytes)
      problems = reader.problems.all
      texts = reader.texts
    }
  }

  private static func record(_ read: () throws -> Record) -> Record {
    do { return try read() } catch let problem as FormatError {
      var record = Record(.none)
      record.problems = [problem]
      return record
    } catch { return Record(.none) }
  }

  private static func molfileRecord(_ bytes: [UInt8]) -> Record {
    var reader = MolfileReader(TextLines(bytes))
    var record = record { Record(.molecule(try reader.read())) }
    record.problems = reader.problems.all + record.problems + Characters.problems(in: bytes)
    return record
  }

  private static func reactionRecord(_ bytes: [UInt8]) -> Record {
    var reader = RXNReader(TextLines(bytes))
    var record = record { Record(.reaction(try reader.read())) }
    record.problems = reader.problems.all + record.problems + Characters.problems(in: bytes)
    return record
  }

  private static func sketchElRecord(_ bytes: [UInt8]) -> Record {
    var reader = SketchElReader(TextLines(bytes))
    var record = record { Record(.molecule(try reader.read())) }
    record.problems = reader.problems.all + record.problems + Characters.problems(in: bytes)
    return record
  }

  private mutating func readIndexed(_ bytes: [UInt8]) {
    var builder = RecordIndex.Builder(format)
    builder.add(bytes)
    let index = builder.finish()
    date = format == .rdfile ? RDfileReader.date(bytes) : ""
    records = index.entries.indices.map { place in
      index.entries[place].record(
        of: Array(bytes[index.range(of: place).clamped(to: 0..<bytes.count)]), format: format)
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
