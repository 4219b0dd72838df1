/// A file whose records are read when they are asked for.
///
/// Of an SDfile or RDfile only the places of the records are kept, 16 bytes each; the other formats are read as a whole. A file that is
/// compressed with gzip is unpacked first, into a file without a name.
public final class ChemicalFile: Sendable {
  private enum Content: Sendable {
    case indexed(OpenedFile, RecordIndex)
    case loaded(OpenedFile, ChemicalDocument)
  }

  /// The format, by the file's content; the ending of the name decides only between a molfile and an SDfile.
  public let format: ChemicalFormat
  /// The file's size and time of change when it was opened; an index that is kept belongs to it.
  public let stamp: String
  private let content: Content

  /// Opens a file and finds its records.
  ///
  /// `try ChemicalFile(path: "drugs.sdf")`
  ///
  /// `kept` is an index of an earlier time, as `RecordIndex.encoded(stamp:)` gave it; with the file's stamp it saves the search.
  /// `progress` is told the part that was searched, from 0 to 1, and stops the search by throwing; a compressed file is unpacked in the
  /// first half.
  public init(
    path: String, kept: [UInt8]? = nil, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let opened = try OpenedFile(path)
    stamp = opened.stamp
    let isPacked = opened.isPacked
    let name = isPacked ? PackedFile.innerName(path) : path
    let head = try opened.headToSniff()
    let sniffed = ChemicalFormat.format(of: head, fileName: name)
    // What is no chemistry is refused by its beginning, however much there would be to unpack.
    if sniffed.format == nil { _ = try ChemicalDocument(head, fileName: name) }
    let isIndexed = sniffed.format?.isIndexed == true
    let limit = isIndexed ? PackedFile.byteLimit : PackedFile.wholeByteLimit
    let file = try opened.unpacked(limit: limit) { try progress($0 / 2) }
    guard let format = sniffed.format, isIndexed else {
      guard file.byteCount <= ChemicalDocument.byteLimit else {
        throw FormatError(
          .whole, "\(path) has more than \(ChemicalDocument.byteLimit >> 20) MiB.",
          advice: "Convert it to an SDfile, which is read record by record.")
      }
      let document = try ChemicalDocument(try file.read(0..<file.byteCount), fileName: name)
      self.format = document.format
      content = .loaded(file, document)
      return
    }
    self.format = format
    let old = kept.flatMap { RecordIndex(encoded: $0, stamp: file.stamp) }
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

  /// The index to be kept; nil for a format that is read as a whole.
  public var index: RecordIndex? {
    if case .indexed(_, let index) = content { index } else { nil }
  }

  /// The document without its records, where the format is read as a whole: title, columns, problems.
  public var document: ChemicalDocument? {
    if case .loaded(_, let document) = content { document } else { nil }
  }

  /// The date that an RDfile's head has, as it is written there; empty without one.
  public var date: String {
    guard case .indexed(let file, let index) = content, index.format == .rdfile,
      let head = try? file.read(0..<min(file.byteCount, 1024))
    else { return "" }
    return RDfileReader.date(head)
  }

  /// The largest record that is read, in bytes.
  public static let recordByteLimit = 64 << 20

  /// Reads a record, counted from 0. One that is too large is a record without a structure, so that it costs itself alone.
  public func record(_ place: Int) throws -> Record {
    switch content {
    case .loaded(_, let document):
      guard document.records.indices.contains(place) else { throw gone(place) }
      return document.records[place]
    case .indexed(let file, let index):
      let bytes: [UInt8]
      do { bytes = try source(place, of: file, index) } catch let excess as Excess {
        var record = Record(.none)
        record.problems = [excess.problem]
        return record
      }
      return index.entries[place].record(of: bytes, format: format)
    }
  }

  /// Reads the fields of a record, counted from 0: of an SDfile without its structure, in a third
  /// of the time.
  public func fields(_ place: Int) throws -> [Field] {
    guard case .indexed(let file, let index) = content, format == .sdfile,
      index.range(of: place).count <= ChemicalFile.recordByteLimit
    else { return try record(place).fields }
    let lines = TextLines(
      try source(place, of: file, index), firstNumber: index.entries[place].line)
    var reader = SDfileReader(lines)
    return reader.readFields()
  }

  /// Reads a record's bytes as the file has them; of a format that is read as a whole, those of the whole file.
  public func source(_ place: Int) throws -> [UInt8] {
    switch content {
    case .loaded(let file, let document):
      guard document.records.indices.contains(place) else { throw gone(place) }
      return try file.read(0..<file.byteCount)
    case .indexed(let file, let index):
      do { return try source(place, of: file, index) } catch let excess as Excess {
        throw excess.problem
      }
    }
  }

  /// Reads the whole content, unpacked where the file is compressed.
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

  /// Tells whether a file is compressed with gzip, by its first bytes.
  public static func isPacked(_ path: String) -> Bool {
    (try? OpenedFile(path))?.isPacked == true
  }

  /// The first bytes of a file's content, unpacked where it is compressed, and the name of that content: "a.sdf" of "a.sdf.gz".
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCount: The number of bytes; nil for as many as tell the format.
  public static func head(
    of path: String, byteCount: Int? = nil
  ) throws -> (bytes: [UInt8], name: String) {
    let file = try OpenedFile(path)
    let bytes = try byteCount.map { try file.head($0) } ?? file.headToSniff()
    return (bytes, file.isPacked ? PackedFile.innerName(path) : path)
  }

  /// The text of a record's bytes: UTF-8, or Windows' Latin code page where they are none.
  public static func text(of source: [UInt8]) -> String { Characters.decode(source) }

  /// A record that is larger than what is read.
  private struct Excess: Error {
    let problem: FormatError
  }

  private func source(
    _ place: Int, of file: OpenedFile, _ index: RecordIndex
  ) throws -> [UInt8] {
    guard index.entries.indices.contains(place) else { throw gone(place) }
    guard file.stamp == stamp else {
      throw FormatError(
        .whole, "The file has changed since it was opened.", advice: "Open it again.")
    }
    let range = index.range(of: place)
    guard range.count <= ChemicalFile.recordByteLimit else {
      throw Excess(
        problem: FormatError(
          .line(index.entries[place].line), "The record has more than 64 MiB.",
          advice: "Check that “$$$$” isn't missing."))
    }
    return try file.read(range)
  }

  private func gone(_ place: Int) -> FormatError {
    FormatError(
      .whole, "There is no record \(place + 1); the file has \(count).",
      advice: "Choose one of the records that it has.")
  }
}
