extension RecordIndex {
  /// Finds the records of a file that comes in pieces.
  public struct Builder: Sendable {
    private var index: RecordIndex
    private var line = 1
    private var lineStart = 0
    /// The first bytes of the line, as many as tell.
    private var head: [UInt8] = []
    private var isBlankSoFar = true
    /// The returns just read, which end a line each unless a line feed follows, as in `TextLines`.
    private var returns = 0
    /// The next line of an SDfile begins a record, if one comes.
    private var startsRecord = true
    private var pending: Entry?

    /// `RecordIndex.Builder(.sdfile)`
    public init(_ format: ChemicalFormat) {
      index = RecordIndex(format: format, entries: [], byteCount: 0)
    }

    /// The number of records found so far.
    public var count: Int { index.entries.count }

    /// Looks at the next bytes of the file.
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
            // Nothing more of the line matters.
            let start = place
            while place < buffer.count, buffer[place] != 0x0A, buffer[place] != 0x0D { place += 1 }
            index.byteCount += place - start
          }
        }
      }
    }

    /// The index of all that was added.
    public mutating func finish() -> RecordIndex {
      while returns > 0 { endLineAtReturn() }
      if !head.isEmpty || !isBlankSoFar { endLine() }
      return index
    }

    /// Ends a line at the first of the returns just read.
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

    /// A record begins behind "$$$$" or at the file's beginning, and is one once a line isn't blank.
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
  /// The date of the file's head, "06/21/24 14:05".
  static func date(_ bytes: [UInt8]) -> String {
    var lines = TextLines(Array(bytes.prefix(1024)))
    while let line = lines.take(), !isStart(line) {
      if line.hasPrefix("$DATM") { return line.rest(from: 5).trimmed }
    }
    return ""
  }
}
