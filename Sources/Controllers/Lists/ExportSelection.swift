/// The rows of a list that are exported: those that its filter shows.
public struct ExportSelection<Row: Sendable>: Sendable {
  /// The rows in their order. Nil for a list that comes in pieces and isn't all in memory: then `includes` tells which rows of the source are
  /// meant, and they stand in its order.
  public let rows: [Row]?
  private let filter: RowFilter<Row>

  init(rows: [Row]?, filter: RowFilter<Row>) {
    self.rows = rows
    self.filter = filter
  }

  /// All columns of the list, hidden ones too.
  public var columns: [Column<Row>] { filter.columns }

  /// Tells whether the filter shows a row.
  public func includes(_ row: Row) -> Bool { filter.includes(row) }
}
