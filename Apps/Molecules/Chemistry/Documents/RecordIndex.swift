import Core

/// The byte offsets of the records of an SDfile or RDfile, by which each can be read alone.
public struct RecordIndex: Hashable, Sendable {
  /// The location of the first byte of a record in the file.
  public struct Entry: Hashable, Sendable {
    let offset: Int
    /// Counted from 1.
    let line: Int
  }

  /// The format of the file: `sdfile` or `rdfile`.
  public let format: ChemicalFormat
  /// The locations of all records, in file order.
  public internal(set) var entries: [Entry]
  /// The number of bytes that were scanned: the size of the file once the scan is complete.
  public internal(set) var byteCount: Int

  /// Returns the byte offsets of the record with an index, counted from 0; empty if there is none.
  public func range(of record: Int) -> Range<Int> {
    guard entries.indices.contains(record) else { return 0..<0 }
    let start = entries[record].offset
    let end = record + 1 < entries.count ? entries[record + 1].offset : byteCount
    return start..<max(start, end)
  }
}

extension RecordIndex.Entry {
  func record(of bytes: [UInt8], format: ChemicalFormat) -> Record {
    let lines = TextLines(bytes, firstNumber: line)
    var (entries, molecules) = (RDfileReader(lines), SDfileReader(lines))
    var record = format == .rdfile ? entries.read() : molecules.read()
    record.problems += Characters.problems(in: bytes, firstLine: line)
    return record
  }
}

extension RecordIndex {
  /// Builds the index of a file that is read in chunks: call `add(_:)` for each chunk, then
  /// `finish()`.
  struct Builder {
    private var index: RecordIndex
    private var line = 1
    private var lineStart = 0
    /// The first bytes of the line: seven are enough to recognize it.
    private var head: [UInt8] = []
    private var isBlankSoFar = true
    /// The carriage returns just read. Each ends a line unless a line feed follows.
    private var returns = 0
    private var startsRecord = true
    private var pending: Entry?

    init(_ format: ChemicalFormat) {
      index = RecordIndex(format: format, entries: [], byteCount: 0)
    }

    /// Chunks are passed in file order, and may end anywhere.
    mutating func add(_ bytes: [UInt8]) {
      bytes.withUnsafeBufferPointer { buffer in
        var offset = 0
        while offset < buffer.count {
          let byte = buffer[offset]
          offset += 1
          if byte == 0x0A {
            index.byteCount += 1
            returns = 0
            endLine()
          } else if byte == 0x0D {
            index.byteCount += 1
            returns += 1
            if returns > TextLines.mostReturns { endLineAtReturn() }
          } else {
            while returns > 0 { endLineAtReturn() }
            if head.count < 7 { head.append(byte) }
            if byte > 0x20 { isBlankSoFar = false }
            index.byteCount += 1
            guard head.count == 7, !isBlankSoFar else { continue }
            // The rest of the line doesn't matter.
            let start = offset
            while offset < buffer.count, buffer[offset] != 0x0A, buffer[offset] != 0x0D {
              offset += 1
            }
            index.byteCount += offset - start
          }
        }
      }
    }

    mutating func finish() -> RecordIndex {
      while returns > 0 { endLineAtReturn() }
      if !head.isEmpty || !isBlankSoFar { endLine() }
      return index
    }

    /// Ends a line at the first of the pending carriage returns.
    private mutating func endLineAtReturn() {
      returns -= 1
      endLine(at: index.byteCount - returns)
    }

    private mutating func endLine(at offset: Int? = nil) {
      if index.format == .rdfile { endRDLine() } else { endSDLine() }
      line += 1
      lineStart = offset ?? index.byteCount
      head.removeAll(keepingCapacity: true)
      isBlankSoFar = true
    }

    /// A record begins after "$$$$" or at the file's start, and counts if a line isn't blank.
    private mutating func endSDLine() {
      if startsRecord {
        startsRecord = false
        pending = Entry(offset: lineStart, line: line)
      }
      if let entry = pending, !isBlankSoFar {
        index.entries.append(entry)
        pending = nil
      }
      if head.starts(with: "$$$$".utf8) { startsRecord = true }
    }

    private mutating func endRDLine() {
      guard head.first == UInt8(ascii: "$"), head.count >= 5 else { return }
      let text = TextLine(bytes: head[...], number: line)
      if RDfileReader.isStart(text) {
        index.entries.append(Entry(offset: lineStart, line: line))
      }
    }
  }
}

extension RDfileReader {
  static func date(_ bytes: [UInt8]) -> String {
    var lines = TextLines(Array(bytes.prefix(1024)))
    while let line = lines.take(), !isStart(line) {
      if line.hasPrefix("$DATM") { return line.rest(from: 5).trimmed }
    }
    return ""
  }
}

extension RecordIndex {
  private static let magic = Array("ChemIdx1".utf8)

  /// Encodes the index as bytes for a cache, which can be decoded only with the same stamp: a text
  /// that identifies the state of the file, such as `ChemicalFile.stamp`.
  public func encoded(stamp: String) -> [UInt8] {
    var bytes = RecordIndex.magic
    func add(_ number: Int) {
      var rest = UInt64(max(0, number))
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    add(stamp.utf8.count)
    bytes += Array(stamp.utf8)
    bytes.append(format == .rdfile ? 1 : 0)
    add(byteCount)
    add(entries.count)
    var last = Entry(offset: 0, line: 0)
    for entry in entries {
      add(entry.offset - last.offset)
      add(entry.line - last.line)
      last = entry
    }
    return bytes
  }

  /// Decodes an index from a cache; `nil` if the bytes are damaged or the stamp differs.
  public init?(encoded bytes: [UInt8], stamp: String) {
    guard bytes.starts(with: RecordIndex.magic) else { return nil }
    var position = RecordIndex.magic.count
    func take() -> Int? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 56, by: 7) {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return Int(value) }
      }
      return nil
    }
    guard let length = take(), length == stamp.utf8.count, position + length < bytes.count,
      bytes[position..<(position + length)].elementsEqual(stamp.utf8)
    else { return nil }
    position += length
    let format: ChemicalFormat = bytes[position] == 1 ? .rdfile : .sdfile
    position += 1
    // An entry takes at least two bytes, so a damaged count can't reserve too much memory.
    guard let byteCount = take(), let count = take(), count <= (bytes.count - position) / 2 else {
      return nil
    }
    self.init(format: format, entries: [], byteCount: byteCount)
    entries.reserveCapacity(count)
    var last = Entry(offset: 0, line: 0)
    for _ in 0..<count {
      guard let offset = take(), let line = take() else { return nil }
      last = Entry(offset: last.offset &+ offset, line: last.line &+ line)
      guard last.offset >= 0, last.offset <= byteCount, last.line >= 0 else { return nil }
      entries.append(last)
    }
    guard position == bytes.count else { return nil }
  }
}
