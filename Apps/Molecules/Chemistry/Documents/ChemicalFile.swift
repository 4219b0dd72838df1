/// A chemical file on disk, whose records are read on demand.
///
/// For an SDfile or RDfile, only an index is held in memory, 16 bytes per record. A file in any
/// other format is read as a whole. A gzip-compressed file is first decompressed into a temporary
/// file, which has no name and is deleted when it is closed.
public final class ChemicalFile: Sendable {
  private enum Content: Sendable {
    case indexed(OpenedFile, RecordIndex)
    case loaded(OpenedFile, ChemicalDocument)
  }

  /// The file's format, detected from its content. The file extension only matters for an SDfile
  /// that looks like a molfile, or whose first structure is damaged.
  public let format: ChemicalFormat
  /// The file's size and modification time when it was opened, encoded as text. Pass it to
  /// `RecordIndex.encoded(stamp:)`: a cached index is only used if the file still has this stamp.
  public let stamp: String
  private let content: Content

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
    guard format.isIndexed else {
      guard file.byteCount <= ChemicalDocument.byteLimit else {
        throw FormatError(
          .whole, "\(path) has more than \(ChemicalDocument.byteLimit >> 20) MiB.",
          advice: "Convert it to an SDfile, which is read record by record.")
      }
      content = .loaded(
        file, try ChemicalDocument(try file.read(0..<file.byteCount), as: format))
      return
    }
    let old = cachedIndex.flatMap { RecordIndex(encoded: $0, stamp: file.stamp) }
    if let old, old.format == format, old.byteCount == file.byteCount {
      content = .indexed(file, old)
      return
    }
    var builder = RecordIndex.Builder(format)
    let step = 1 << 20
    for start in stride(from: 0, to: file.byteCount, by: step) {
      builder.add(try file.read(start..<min(start + step, file.byteCount)))
      let part = Double(start) / Double(file.byteCount)
      try progress(isPacked ? 0.5 + part / 2 : part)
    }
    content = .indexed(file, builder.finish())
  }

  /// The number of records in the file.
  public var count: Int {
    switch content {
    case .indexed(_, let index): index.entries.count
    case .loaded(_, let document): document.records.count
    }
  }

  /// The index of the records, which can be cached and used to open the file again; `nil` for a
  /// format that is read as a whole.
  public var index: RecordIndex? {
    if case .indexed(_, let index) = content { index } else { nil }
  }

  /// The whole document with its records, for a format that is read as a whole; `nil` for an SDfile
  /// or RDfile.
  public var document: ChemicalDocument? {
    if case .loaded(_, let document) = content { document } else { nil }
  }

  /// The date and time in an RDfile's header, unchanged; empty if there is none.
  public var date: String {
    guard case .indexed(let file, let index) = content, index.format == .rdfile,
      let head = try? file.read(0..<min(file.byteCount, 1024))
    else { return "" }
    return RDfileReader.date(head)
  }

  /// The maximum size in bytes of a record that is read from an SDfile or RDfile.
  public static let recordByteLimit = 64 << 20

  /// Reads a record.
  ///
  /// If the record exceeds `recordByteLimit`, the result has no structure, and its `problems` list
  /// the error. Throws a `FormatError` if the record doesn't exist. For an SDfile or RDfile, also
  /// throws one if the file has changed since it was opened.
  ///
  /// - Parameter recordIndex: The index of the record, counted from 0.
  public func record(_ recordIndex: Int) throws -> Record {
    switch content {
    case .loaded(_, let document):
      guard document.records.indices.contains(recordIndex) else { throw gone(recordIndex) }
      return document.records[recordIndex]
    case .indexed(let file, let index):
      let bytes: [UInt8]
      do { bytes = try source(recordIndex, of: file, index) } catch let excess as Excess {
        var record = Record(.none)
        record.problems = [excess.problem]
        return record
      }
      return index.entries[recordIndex].record(of: bytes, format: format)
    }
  }

  /// Reads only the fields of a record. In an SDfile this skips the structure, which makes it
  /// faster than `record(_:)`. Throws the same errors as `record(_:)`.
  ///
  /// - Parameter recordIndex: The index of the record, counted from 0.
  public func fields(_ recordIndex: Int) throws -> [Field] {
    guard case .indexed(let file, let index) = content, format == .sdfile,
      index.range(of: recordIndex).count <= ChemicalFile.recordByteLimit
    else { return try record(recordIndex).fields }
    let lines = TextLines(
      try source(recordIndex, of: file, index), firstNumber: index.entries[recordIndex].line)
    var reader = SDfileReader(lines)
    return reader.readFields()
  }

  /// Returns the unchanged bytes of a record. For a format that is read as a whole, returns the
  /// bytes of the whole file. If the file is compressed, the bytes are decompressed.
  ///
  /// Throws the same errors as `record(_:)`, and a `FormatError` if the record exceeds
  /// `recordByteLimit`.
  ///
  /// - Parameter recordIndex: The index of the record, counted from 0.
  public func source(_ recordIndex: Int) throws -> [UInt8] {
    switch content {
    case .loaded(let file, let document):
      guard document.records.indices.contains(recordIndex) else { throw gone(recordIndex) }
      return try file.read(0..<file.byteCount)
    case .indexed(let file, let index):
      do { return try source(recordIndex, of: file, index) } catch let excess as Excess {
        throw excess.problem
      }
    }
  }

  /// Reads the whole content of the file, decompressed if it is compressed. Throws a `FormatError`
  /// if the content is larger than `ChemicalDocument.byteLimit`.
  public func contents() throws -> [UInt8] {
    switch content {
    case .loaded(let file, _), .indexed(let file, _):
      guard file.byteCount <= ChemicalDocument.byteLimit else {
        throw FormatError(
          .whole, "The file has more than \(ChemicalDocument.byteLimit >> 20) MiB.",
          advice: "Choose a record of it.")
      }
      return try file.read(0..<file.byteCount)
    }
  }

  /// Returns whether the file at a path is compressed with gzip, judging by its first bytes.
  /// Returns false if the file can't be read.
  public static func isPacked(_ path: String) -> Bool {
    (try? OpenedFile(path))?.isPacked == true
  }

  /// Reads the first bytes of a file, decompressed if the file is compressed. Also returns the name
  /// of the content: "a.sdf" for "a.sdf.gz".
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - byteCount: The number of bytes to read. By default `nil`: as many as are needed to detect
  ///     the format.
  public static func head(
    of path: String, byteCount: Int? = nil
  ) throws -> (bytes: [UInt8], name: String) {
    let file = try OpenedFile(path)
    let bytes = try byteCount.map { try file.head($0) } ?? file.headToSniff()
    return (bytes, file.isPacked ? PackedFile.innerName(path) : path)
  }

  /// Decodes the bytes of a record as UTF-8 or, if they aren't valid UTF-8, as Windows code page
  /// 1252.
  public static func text(of source: [UInt8]) -> String { Characters.decode(source) }

  /// Thrown for a record that exceeds `recordByteLimit`.
  private struct Excess: Error {
    let problem: FormatError
  }

  private func source(
    _ recordIndex: Int, of file: OpenedFile, _ index: RecordIndex
  ) throws -> [UInt8] {
    guard index.entries.indices.contains(recordIndex) else { throw gone(recordIndex) }
    guard file.stamp == stamp else {
      throw FormatError(
        .whole, "The file has changed since it was opened.", advice: "Open it again.")
    }
    let range = index.range(of: recordIndex)
    guard range.count <= ChemicalFile.recordByteLimit else {
      throw Excess(
        problem: FormatError(
          .line(index.entries[recordIndex].line), "The record has more than 64 MiB.",
          advice: "Check that “$$$$” isn't missing."))
    }
    return try file.read(range)
  }

  private func gone(_ recordIndex: Int) -> FormatError {
    FormatError(
      .whole, "There is no record \(recordIndex + 1); the file has \(count).",
      advice: "Choose one of the records that it has.")
  }
}
