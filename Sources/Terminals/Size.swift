/// The number of rows and columns of cells that a picture or a terminal has.
///
/// Both are between 0 and `limit`; a number beyond is taken as the nearest.
public struct Size: Hashable, Sendable {
  /// The greatest number, more than any terminal shows. A pseudo terminal may claim 65,535 × 65,535, which no memory holds.
  static let limit = 4096

  /// The number of rows.
  public let rows: Int
  /// The number of columns.
  public let columns: Int

  /// Creates a size, within the limits.
  ///
  ///     Size(rows: 24, columns: 80)
  public init(rows: Int, columns: Int) {
    self.rows = min(max(0, rows), Size.limit)
    self.columns = min(max(0, columns), Size.limit)
  }
}

/// A cell's place, counted in cells from the top left, which is row 0, column 0.
public struct Position: Hashable, Sendable {
  /// The row, from the top.
  public var row: Int
  /// The column, from the left.
  public var column: Int

  /// Creates a place.
  ///
  ///     Position(row: 5, column: 10)
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells. It may lie partly or wholly outside the canvas that it is applied to; cells outside are clipped.
public struct Area: Hashable, Sendable {
  /// The first row.
  public var row: Int
  /// The first column.
  public var column: Int
  /// The number of rows.
  public var rows: Int
  /// The number of columns.
  public var columns: Int

  /// Creates a rectangle; a negative number of rows or columns counts as 0.
  ///
  ///     Area(row: 1, column: 0, rows: 22, columns: 80)
  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  /// Tells whether a cell lies in the rectangle.
  public func contains(_ position: Position) -> Bool {
    Area.stretch(from: row, rows, contains: position.row)
      && Area.stretch(from: column, columns, contains: position.column)
  }

  /// Tells whether another rectangle, which isn't empty, lies wholly in this one.
  package func contains(_ other: Area) -> Bool {
    guard other.rows > 0, other.columns > 0 else { return false }
    // Beyond all numbers it goes on with the lowest, which no rectangle holds that holds the first cell.
    let last = Position(
      row: other.row &+ (other.rows - 1), column: other.column &+ (other.columns - 1))
    return contains(Position(row: other.row, column: other.column)) && contains(last)
  }

  /// Tells whether another rectangle has cells in common with this one; both lie within a frame.
  func meets(_ other: Area) -> Bool {
    row < other.row + other.rows && other.row < row + rows
      && column < other.column + other.columns && other.column < column + columns
  }

  /// Creates the rectangle of a size that begins at a cell.
  package init(_ corner: Position, _ size: Size) {
    self.init(row: corner.row, column: corner.column, rows: size.rows, columns: size.columns)
  }

  private static func stretch(from start: Int, _ length: Int, contains place: Int) -> Bool {
    guard place >= start else { return false }
    let (distance, isBeyondInt) = place.subtractingReportingOverflow(start)
    return !isBeyondInt && distance < length
  }
}
