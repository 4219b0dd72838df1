/// A chemical file on disk, whose records are read on demand.
///
/// For an SDfile or RDfile, only an index is held in memory, 16 bytes per record. A file in any
/// other format is read as a whole. A gzip-compressed file is first decompressed into a temporary
/// file, which has no name and is deleted when it is closed.
public final class ChemicalFile: Sendable {
  /// The file's format, detected from its content. The file extension only matters for an SDfile
  /// that looks like a molfile, or whose first structure is damaged.
  public let format: ChemicalFormat
  /// The file's size and modification time when it was opened, encoded as text. Pass it to
  /// `RecordIndex.encoded(stamp:)`: a cached index is only used if the file still has this stamp.
  public let stamp: String
  /// The index of the records, which can be cached; `nil` for a format that is read as a whole.
  public let index: RecordIndex?
  /// The whole document; `nil` for an SDfile or RDfile, whose records are read one by one.
  public let document: ChemicalDocument?
  private let file: OpenedFile

  /// Opens a file and indexes its records.
  ///
  /// `try ChemicalFile(path: "drugs.sdf")`
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - cachedIndex: An index from `RecordIndex.encoded(stamp:)`. If it has the file's stamp, it
  ///     is used instead of scanning the file again.
  ///   - progress: Receives the completed fraction, from 0 to 1. For a compressed file, the first
  ///     half is decompression. An error that it throws cancels opening.
  public init(
    path: String, cachedIndex: [UInt8]? = nil, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let opened = try OpenedFile(path)
    stamp = opened.stamp
    let isPacked = opened.isPacked
    let name = isPacked ? PackedFile.innerName(path) : path
    let head = try opened.headToSniff()
    // Rejects other files by their first bytes, before anything is decompressed.
    format = try ChemicalFormat.detected(in: head, fileName: name)
    let limit = format.isIndexed ? PackedFile.byteLimit : PackedFile.wholeByteLimit
    let file = try opened.unpacked(limit: limit) { try progress($0 / 2) }
    self.file = file
    guard format.isIndexed else {
      guard file.byteCount <= ChemicalDocument.byteLimit else {
        throw FormatError(
          .whole, "\(path) has more than \(ChemicalDocument.byteLimit >> 20) MiB.",
          advice: "Convert it to an SDfile, which is read record by record.")
      }
      index = nil
      document = try ChemicalDocument(try file.read(0..<file.byteCount), as: format)
      return
    }
    document = nil
    let old = cachedIndex.flatMap { RecordIndex(encoded: $0, stamp: file.stamp) }
    if let old, old.format == format, old.byteCount == file.byteCount {
      index = old
      return
    }
    var builder = RecordIndex.Builder(format)
    let step = 1 << 20
    for start in stride(from: 0, to: file.byteCount, by: step) {
      builder.add(try file.read(start..<min(start + step, file.byteCount)))
      let part = Double(start) / Double(file.byteCount)
      try progress(isPacked ? 0.5 + part / 2 : part)
    }
    index = builder.finish()
  }

  /// The number of records in the file.
  public var count: Int { index?.entries.count ?? document?.records.count ?? 0 }

  /// The date and time in an RDfile's header, unchanged; empty if there is none.
  public var date: String {
    guard format == .rdfile, let head = try? file.read(0..<min(file.byteCount, 1024)) else {
      return ""
    }
    return RDfileReader.date(head)
  }

  /// The maximum size of a record that is read from an SDfile or RDfile.
  static let recordByteLimit = 64 << 20

  /// Reads a record by its index, counted from 0.
  ///
  /// If the record exceeds 64 MiB, the result has no structure, and its `problems` list the error.
  /// Throws a `FormatError` if the record doesn't exist. For an SDfile or RDfile, also
  /// throws one if the file has changed since it was opened.
  public func record(_ recordIndex: Int) throws -> Record {
    guard (0..<count).contains(recordIndex) else { throw gone(recordIndex) }
    guard let index else { return document?.records[recordIndex] ?? Record(.none) }
    guard !isTooLarge(recordIndex) else {
      try requireUnchanged()
      var record = Record(.none)
      record.problems = [excess(recordIndex)]
      return record
    }
    return index.entries[recordIndex].record(of: try source(recordIndex), format: format)
  }

  /// Reads only the fields of a record. In an SDfile this skips the structure, which makes it
  /// faster than `record(_:)`. Throws the same errors as `record(_:)`.
  public func fields(_ recordIndex: Int) throws -> [Field] {
    guard let index, format == .sdfile, !isTooLarge(recordIndex) else {
      return try record(recordIndex).fields
    }
    let bytes = try source(recordIndex)
    var reader = SDfileReader(TextLines(bytes, firstNumber: index.entries[recordIndex].line))
    return reader.readFields()
  }

  /// Returns the unchanged bytes of a record. For a format that is read as a whole, returns the
  /// bytes of the whole file. If the file is compressed, the bytes are decompressed.
  ///
  /// Throws the same errors as `record(_:)`, and a `FormatError` if the record exceeds 64 MiB.
  public func source(_ recordIndex: Int) throws -> [UInt8] {
    guard (0..<count).contains(recordIndex) else { throw gone(recordIndex) }
    guard let index else { return try file.read(0..<file.byteCount) }
    try requireUnchanged()
    guard !isTooLarge(recordIndex) else { throw excess(recordIndex) }
    return try file.read(index.range(of: recordIndex))
  }

  /// Reads the whole content, decompressed. Throws a `FormatError` if it exceeds 512 MiB.
  public func contents() throws -> [UInt8] {
    guard file.byteCount <= ChemicalDocument.byteLimit else {
      throw FormatError(
        .whole, "The file has more than \(ChemicalDocument.byteLimit >> 20) MiB.",
        advice: "Choose a record of it.")
    }
    return try file.read(0..<file.byteCount)
  }

  /// Returns whether the file at a path can be read and begins like one compressed with gzip.
  public static func isPacked(_ path: String) -> Bool {
    (try? OpenedFile(path))?.isPacked == true
  }

  /// Reads the first bytes of a file, decompressed if the file is compressed. Also returns the name
  /// of the content: "a.sdf" for "a.sdf.gz". By default reads as many bytes as are needed to detect
  /// the format.
  public static func head(
    of path: String, byteCount: Int? = nil
  ) throws -> (bytes: [UInt8], name: String) {
    let file = try OpenedFile(path)
    let bytes = try byteCount.map { try file.head($0) } ?? file.headToSniff()
    return (bytes, file.isPacked ? PackedFile.innerName(path) : path)
  }

  /// Decodes the bytes of a record as UTF-8 or, if they aren't valid, as Windows code page 1252.
  public static func text(of source: [UInt8]) -> String { Characters.decode(source) }

  private func requireUnchanged() throws {
    guard file.stamp == stamp else {
      throw FormatError(
        .whole, "The file has changed since it was opened.", advice: "Open it again.")
    }
  }

  private func isTooLarge(_ recordIndex: Int) -> Bool {
    (index?.range(of: recordIndex).count ?? 0) > ChemicalFile.recordByteLimit
  }

  private func excess(_ recordIndex: Int) -> FormatError {
    FormatError(
      .line(index?.entries[recordIndex].line ?? 1), "The record has more than 64 MiB.",
      advice: "Check that “$$$$” isn't missing.")
  }

  private func gone(_ recordIndex: Int) -> FormatError {
    FormatError(
      .whole, "There is no record \(recordIndex + 1); the file has \(count).",
      advice: "Choose one of the records that it has.")
  }
}
