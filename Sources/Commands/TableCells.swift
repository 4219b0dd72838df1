import Terminals

/// The sanitized cells of a table in one buffer. For hundreds of thousands of rows, arrays of
/// strings would take ten times the memory.
struct TableCells: Sendable {
  /// The width of each column's widest cell, including its heading.
  private(set) var widths: [Int]
  private(set) var haveBlanks: [Bool]
  private var bytes: [UInt8] = []
  /// Control characters that never occur in the output of `SafeText`.
  private static let (cellEnd, lineEnd): (UInt8, UInt8) = (0x1F, 0x1E)

  init(_ headings: [String]) {
    widths = Array(repeating: 0, count: headings.count)
    haveBlanks = Array(repeating: false, count: headings.count)
    add(headings)
    haveBlanks = Array(repeating: false, count: headings.count)
  }

  mutating func add(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      let cell = SafeText.visible(cell)
      widths[index] = max(widths[index], CellWidth.of(cell))
      if !haveBlanks[index], cell.utf8.contains(0x20) { haveBlanks[index] = true }
      bytes += Array(cell.utf8)
      bytes.append(Self.cellEnd)
    }
    bytes.append(Self.lineEnd)
  }

  func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    var (cells, start): ([String], Int) = ([], 0)
    for place in bytes.indices {
      switch bytes[place] {
      case Self.cellEnd:
        cells.append(String(decoding: bytes[start..<place], as: UTF8.self))
        start = place + 1
      case Self.lineEnd:
        try body(cells)
        cells.removeAll(keepingCapacity: true)
        start = place + 1
      default: break
      }
    }
  }
}
