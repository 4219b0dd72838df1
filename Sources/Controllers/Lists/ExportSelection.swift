/// The rows of a list that are exported: those that match its filter.
public struct ExportSelection<Row: Sendable>: Sendable {
  /// The rows in order; `nil` for a paged list that isn't completely in memory. Then export the
  /// source's rows for which `includes` returns true, in the source's order.
  public let rows: [Row]?
  private let filter: RowFilter<Row>

  init(rows: [Row]?, filter: RowFilter<Row>) {
    self.rows = rows
    self.filter = filter
  }

  /// All columns of the list, including hidden ones.
  public var columns: [Column<Row>] { filter.columns }

  /// Returns whether a row matches the filter.
  public func includes(_ row: Row) -> Bool { filter.includes(row) }
}
