/// The byte offsets of the records of an SDfile or RDfile.
public struct RecordIndex: Hashable, Sendable {
  /// The start of one record.
  public struct Entry: Hashable, Sendable {
    /// The offset of the record's first byte in the file.
    public let offset: Int
    /// The number of the record's first line, counted from 1.
    public let line: Int
  }

  /// The format of the file: `sdfile` or `rdfile`.
  public let format: ChemicalFormat
  /// The starts of all records, in file order.
  public internal(set) var entries: [Entry]
  /// The number of bytes that were scanned.
  public internal(set) var byteCount: Int

  /// The bytes of a record; empty if the record doesn't exist.
  public func range(of record: Int) -> Range<Int> {
    guard entries.indices.contains(record) else { return 0..<0 }
    let start = entries[record].offset
    let end = record + 1 < entries.count ? entries[record + 1].offset : byteCount
    return start..<max(start, end)
  }
}

extension RecordIndex.Entry {
  /// Parses the record from its bytes.
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
