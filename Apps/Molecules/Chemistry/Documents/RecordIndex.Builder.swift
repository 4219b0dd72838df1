extension RecordIndex {
  /// Finds the records of a file that is read in chunks.
  public struct Builder: Sendable {
    private var index: RecordIndex
    private var line = 1
    private var lineStart = 0
    /// The first bytes of the line: seven are enough to recognize it.
    private var head: [UInt8] = []
    private var isBlankSoFar = true
    /// The carriage returns just read. Each ends a line unless a line feed follows, as in
    /// `TextLines`.
    private var returns = 0
    /// Whether the next line of an SDfile begins a record.
    private var startsRecord = true
    private var pending: Entry?

    /// `RecordIndex.Builder(.sdfile)`
    public init(_ format: ChemicalFormat) {
      index = RecordIndex(format: format, entries: [], byteCount: 0)
    }

    /// The number of records found so far.
    public var count: Int { index.entries.count }

    /// Scans the next chunk of the file.
    public mutating func add(_ bytes: [UInt8]) {
      bytes.withUnsafeBufferPointer { buffer in
        var place = 0
        while place < buffer.count {
          let byte = buffer[place]
          place += 1
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
            let start = place
            while place < buffer.count, buffer[place] != 0x0A, buffer[place] != 0x0D { place += 1 }
            index.byteCount += place - start
          }
        }
      }
    }

    /// Ends the scan, and returns the index of all chunks.
    public mutating func finish() -> RecordIndex {
      while returns > 0 { endLineAtReturn() }
      if !head.isEmpty || !isBlankSoFar { endLine() }
      return index
    }

    /// Ends a line at the first of the pending carriage returns.
    private mutating func endLineAtReturn() {
      returns -= 1
      endLine(at: index.byteCount - returns)
    }

    private mutating func endLine(at place: Int? = nil) {
      if index.format == .rdfile { endRDLine() } else { endSDLine() }
      line += 1
      lineStart = place ?? index.byteCount
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
  /// The date in the file's header: "06/21/24 14:05".
  static func date(_ bytes: [UInt8]) -> String {
    var lines = TextLines(Array(bytes.prefix(1024)))
    while let line = lines.take(), !isStart(line) {
      if line.hasPrefix("$DATM") { return line.rest(from: 5).trimmed }
    }
    return ""
  }
}
