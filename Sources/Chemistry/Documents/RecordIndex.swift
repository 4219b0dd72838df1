/// The places at which the records of an SDfile or RDfile begin.
public struct RecordIndex: Hashable, Sendable {
  /// The place at which one record begins.
  public struct Entry: Hashable, Sendable {
    /// The first byte of the record in the file.
    public let offset: Int
    /// The number of its first line, from 1.
    public let line: Int
  }

  /// The format of the file: `sdfile` or `rdfile`.
  public let format: ChemicalFormat
  /// The places of all records, in the file's order.
  public internal(set) var entries: [Entry]
  /// The number of the file's bytes that were looked at.
  public internal(set) var byteCount: Int

  /// The bytes of a record; empty for one that isn't there.
  public func range(of record: Int) -> Range<Int> {
    guard entries.indices.contains(record) else { return 0..<0 }
    let start = entries[record].offset
    let end = record + 1 < entries.count ? entries[record + 1].offset : byteCount
    return start..<max(start, end)
  }
}

extension RecordIndex.Entry {
  /// Reads the record out of its bytes.
  func record(of bytes: [UInt8], format: ChemicalFormat) -> Record {
    let lines = TextLines(bytes, firstNumber: line)
    var record: Record
    if format == .rdfile {
      var reader = RDfileReader(lines)
      record = reader.read()
    } else {
      var reader = SDfileReader(lines)
      record = reader.read()
    }
    record.problems += Characters.problems(in: bytes, firstLine: line)
    return record
  }
}
