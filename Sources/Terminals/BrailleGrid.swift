/// A grid of braille dots, two across and four down per cell, for drawing lines finer than cells.
///
/// ```swift
/// var dots = BrailleGrid(rows: 5, columns: 20)
/// dots.line(from: (row: 0, column: 0), to: (row: 19, column: 39))
/// if let character = dots.character(row: 0, column: 0) { canvas.write(String(character), row: 0) }
/// ```
public struct BrailleGrid: Hashable, Sendable {
  /// The height of the grid in terminal cells. A cell has four rows of dots.
  public let rows: Int
  /// The width of the grid in terminal cells. A cell has two columns of dots.
  public let columns: Int
  private var patterns: [UInt8]

  /// Creates a grid without dots. The numbers of rows and columns of cells are clamped to between 0
  /// and 4096.
  public init(rows: Int, columns: Int) {
    let size = Size(rows: rows, columns: columns)
    self.rows = size.rows
    self.columns = size.columns
    patterns = Array(repeating: 0, count: self.rows * self.columns)
  }

  /// The height of the grid in dots: four per cell.
  public var dotRows: Int { rows * 4 }
  /// The width of the grid in dots: two per cell.
  public var dotColumns: Int { columns * 2 }

  /// Sets the dot at a row and column of dots, counted from 0 at the top left. Ignores coordinates
  /// outside the grid.
  public mutating func set(row: Int, column: Int) {
    guard (0..<dotRows).contains(row), (0..<dotColumns).contains(column) else { return }
    // Unicode numbers the dots of the two columns 1 2 3 and 4 5 6; the fourth row is 7 and 8.
    let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    patterns[row / 4 * columns + column / 2] |= bits[row % 4][column % 2]
  }

  /// Draws a straight line between two dots, whose rows and columns are counted in dots from the
  /// top left.
  public mutating func line(from start: (row: Int, column: Int), to end: (row: Int, column: Int)) {
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
        column += (end.column - column).signum()
      }
      if twice <= across {
        error += across
        row += (end.row - row).signum()
      }
    }
  }

  /// Returns the braille character to show in the cell at a row and column of cells. Returns `nil`
  /// if the cell contains no dots or is outside the grid.
  public func character(row: Int, column: Int) -> Character? {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return nil }
    let pattern = patterns[row * columns + column]
    guard pattern > 0, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else { return nil }
    return Character(scalar)
  }
}
