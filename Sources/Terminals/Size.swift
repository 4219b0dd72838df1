/// How many rows and columns of cells a picture or a terminal has.
///
/// Both are between 0 and `limit`; a number given that is beyond is taken as the nearest.
public struct Size: Hashable, Sendable {
  /// More than any terminal shows. A pseudo terminal may claim 65,535 × 65,535, which no memory holds.
  static let limit = 4096

  public let rows: Int
  public let columns: Int

  public init(rows: Int, columns: Int) {
    self.rows = min(max(0, rows), Size.limit)
    self.columns = min(max(0, columns), Size.limit)
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
    Area.stretch(from: row, rows, contains: position.row)
      && Area.stretch(from: column, columns, contains: position.column)
  }

  private static func stretch(from start: Int, _ length: Int, contains place: Int) -> Bool {
    guard place >= start else { return false }
    let (distance, isBeyondInt) = place.subtractingReportingOverflow(start)
    return !isBeyondInt && distance < length
  }
}
