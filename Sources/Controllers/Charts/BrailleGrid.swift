/// Dots, two across and four down in each cell, for lines that are finer than cells.
struct BrailleGrid {
  let rows: Int
  let columns: Int
  private var patterns: [UInt8]

  init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
    patterns = Array(repeating: 0, count: self.rows * self.columns)
  }

  var dotRows: Int { rows * 4 }
  var dotColumns: Int { columns * 2 }

  /// Sets a dot; outside the grid, none.
  mutating func set(row: Int, column: Int) {
    guard (0..<dotRows).contains(row), (0..<dotColumns).contains(column) else { return }
    // Unicode numbers the dots of the two columns 1 2 3 and 4 5 6; the fourth row came later, as 7 and 8.
    let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    patterns[row / 4 * columns + column / 2] |= bits[row % 4][column % 2]
  }

  /// Draws a line between two dots (Bresenham).
  mutating func line(from start: (row: Int, column: Int), to end: (row: Int, column: Int)) {
    var (row, column) = start
    let across = abs(end.column - column)
    let down = -abs(end.row - row)
    var error = across + down
    while true {
      set(row: row, column: column)
      if row == end.row, column == end.column { return }
      let twice = 2 * error
      if twice >= down {
        error += down
        column += column < end.column ? 1 : -1
      }
      if twice <= across {
        error += across
        row += row < end.row ? 1 : -1
      }
    }
  }

  /// The character of a cell; nil where there are no dots.
  func character(row: Int, column: Int) -> Character? {
    let pattern = patterns[row * columns + column]
    guard pattern > 0, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else { return nil }
    return Character(scalar)
  }
}
