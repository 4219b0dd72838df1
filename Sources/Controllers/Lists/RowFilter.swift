/// The rows of a list that a person's text lets through: those that have it in a column, or in what else is searched.
struct RowFilter<Row: Sendable>: Sendable {
  let columns: [Column<Row>]
  let query: TextQuery
  let searched: (@Sendable (Row) -> String)?

  func includes(_ row: Row) -> Bool {
    query.isEmpty || columns.contains { query.matches($0.text(row)) }
      || searched.map { query.matches($0(row)) } == true
  }
}
