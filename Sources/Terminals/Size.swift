/// How many rows and columns of cells a picture or a terminal has.
///
/// Both are at least 0; a negative number given is taken as 0.
public struct Size: Hashable, Sendable {
  public let rows: Int
  public let columns: Int

  public init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }
}

/// A cell's place, counted in cells from the top left, which is row 0, column 0.
public struct Position: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells. It may lie partly or wholly outside what it is applied to; what is outside is clipped.
public struct Area: Hashable, Sendable {
  public var row: Int
  public var column: Int
  public var rows: Int
  public var columns: Int

  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  public func contains(_ position: Position) -> Bool {
    position.row >= row && position.row - row < rows
      && position.column >= column && position.column - column < columns
  }
}
