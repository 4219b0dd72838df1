import Terminals

/// The cells of a table, as they are shown, in one buffer: for hundreds of thousands of rows, arrays
/// of strings would take ten times the memory.
struct TableCells: Sendable {
  /// The width of each column's widest cell, its heading among them.
  private(set) var widths: [Int]
  /// Per column whether a cell below the heading has a blank.
  private(set) var haveBlanks: [Bool]
  private var bytes: [UInt8] = []
  /// Characters that `SafeText` lets through nowhere.
  private static let (cellEnd, lineEnd): (UInt8, UInt8) = (0x1F, 0x1E)

  /// Begins with the headings.
  init(_ headings: [String]) {
    widths = Array(repeating: 0, count: headings.count)
    haveBlanks = Array(repeating: false, count: headings.count)
    add(headings)
    haveBlanks = Array(repeating: false, count: headings.count)
  }

  /// Adds a row.
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

  /// Gives the cells of each row to a closure, the headings first.
  func forEach(_ body: ([String]) throws -> Void) rethrows {
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
