/// A chemical file whose records are read on demand.
///
/// For an SDfile or RDfile, only an index is held in memory, 16 bytes per record. Other formats are
/// read as a whole. A gzip-compressed file is first decompressed into an unlinked temporary file.
public final class ChemicalFile: Sendable {
  private enum Content: Sendable {
    case indexed(OpenedFile, RecordIndex)
    case loaded(OpenedFile, ChemicalDocument)
  }

  /// The format, by content. The extension decides only between molfile and SDfile.
  public let format: ChemicalFormat
  /// The file's size and modification time when it was opened, for which a cached index is valid.
  public let stamp: String
  private let content: Content

  /// Opens a file and indexes its records.
  ///
  /// `try ChemicalFile(path: "drugs.sdf")`
  ///
  /// If `cachedIndex` is an index from `RecordIndex.encoded(stamp:)` with the file's stamp, the
  /// file isn't scanned again. `progress` receives the completed fraction, from 0 to 1, and can
  /// cancel by throwing. For a compressed file, decompression is the first half.
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

  /// The index, for caching; `nil` for a format that is read as a whole.
  public var index: RecordIndex? {
    if case .indexed(_, let index) = content { index } else { nil }
  }

  /// The document without its records, if the format is read as a whole: title, columns, problems.
  public var document: ChemicalDocument? {
    if case .loaded(_, let document) = content { document } else { nil }
  }

  /// The date in an RDfile's header, as it is written there; empty without one.
  public var date: String {
    guard case .indexed(let file, let index) = content, index.format == .rdfile,
      let head = try? file.read(0..<min(file.byteCount, 1024))
    else { return "" }
    return RDfileReader.date(head)
  }

  /// The maximum size of a record that is read, in bytes.
  public static let recordByteLimit = 64 << 20

  /// Reads a record, counted from 0. A record that is too large has no structure, and lists the
  /// error in its `problems`, so that the other records stay readable.
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

  /// Reads the fields of a record, counted from 0. In an SDfile this skips the structure, and takes
  /// a third of the time.
  public func fields(_ recordIndex: Int) throws -> [Field] {
    guard case .indexed(let file, let index) = content, format == .sdfile,
      index.range(of: recordIndex).count <= ChemicalFile.recordByteLimit
    else { return try record(recordIndex).fields }
    let lines = TextLines(
      try source(recordIndex, of: file, index), firstNumber: index.entries[recordIndex].line)
    var reader = SDfileReader(lines)
    return reader.readFields()
  }

  /// Returns a record's bytes as in the file; all bytes for a format that is read as a whole.
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

  /// Reads the whole content, decompressed if the file is compressed.
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

  /// Returns whether a file is compressed with gzip, by its first bytes.
  public static func isPacked(_ path: String) -> Bool {
    (try? OpenedFile(path))?.isPacked == true
  }

  /// Reads the first bytes of a file's content, decompressed if the file is compressed, and the
  /// content's file name: "a.sdf" for "a.sdf.gz".
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCount: The number of bytes; `nil` for as many as are needed to detect the format.
  public static func head(
    of path: String, byteCount: Int? = nil
  ) throws -> (bytes: [UInt8], name: String) {
    let file = try OpenedFile(path)
    let bytes = try byteCount.map { try file.head($0) } ?? file.headToSniff()
    return (bytes, file.isPacked ? PackedFile.innerName(path) : path)
  }

  /// Decodes a record's bytes: UTF-8, or Windows code page 1252 if they aren't valid UTF-8.
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
