/// The number of rows and columns of a frame or terminal.
///
/// Both are clamped to between 0 and 4096.
public struct Size: Hashable, Sendable {
  /// The maximum, more than any terminal shows. A pseudo terminal may claim 65,535 × 65,535.
  static let limit = 4096

  /// The number of rows, between 0 and 4096.
  public let rows: Int
  /// The number of columns, between 0 and 4096.
  public let columns: Int

  /// Creates a size. Both numbers are clamped to between 0 and 4096.
  ///
  ///     Size(rows: 24, columns: 80)
  public init(rows: Int, columns: Int) {
    self.rows = min(max(0, rows), Size.limit)
    self.columns = min(max(0, columns), Size.limit)
  }
}

/// The position of a cell on a frame or canvas. The cell at the top left is row 0, column 0.
public struct Position: Hashable, Sendable {
  /// The row of the cell, counted from 0 at the top.
  public var row: Int
  /// The column of the cell, counted from 0 at the left.
  public var column: Int

  /// Creates the position of a cell from its row and column.
  ///
  ///     Position(row: 5, column: 10)
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells on a frame or canvas. It may extend beyond the edges; cells outside are
/// clipped.
public struct Area: Hashable, Sendable {
  /// The row of the rectangle's top left cell.
  public var row: Int
  /// The column of the rectangle's top left cell.
  public var column: Int
  /// The height of the rectangle in cells.
  public var rows: Int
  /// The width of the rectangle in cells.
  public var columns: Int

  /// Creates a rectangle. Negative numbers of rows or columns become 0.
  ///
  ///     Area(row: 1, column: 0, rows: 22, columns: 80)
  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  /// Returns whether the cell at a position is in the rectangle.
  public func contains(_ position: Position) -> Bool {
    Area.stretch(from: row, rows, contains: position.row)
      && Area.stretch(from: column, columns, contains: position.column)
  }

  package func contains(_ other: Area) -> Bool {
    guard other.rows > 0, other.columns > 0 else { return false }
    // On overflow this wraps to a negative number, which is never inside a rectangle that contains
    // the first cell.
    let last = Position(
      row: other.row &+ (other.rows - 1), column: other.column &+ (other.columns - 1))
    return contains(Position(row: other.row, column: other.column)) && contains(last)
  }

  func meets(_ other: Area) -> Bool {
    row < other.row + other.rows && other.row < row + rows
      && column < other.column + other.columns && other.column < column + columns
  }

  package init(_ corner: Position, _ size: Size) {
    self.init(row: corner.row, column: corner.column, rows: size.rows, columns: size.columns)
  }

  private static func stretch(from start: Int, _ length: Int, contains coordinate: Int) -> Bool {
    // The distance may exceed an `Int`, never a `UInt`.
    coordinate >= start && UInt(bitPattern: coordinate &- start) < UInt(max(0, length))
  }
}
