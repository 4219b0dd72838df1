/// The rows of a list that a person's filter lets through: it looks through the columns, and what
/// else is searched.
struct RowFilter<Row: Sendable>: Sendable {
  let columns: [Column<Row>]
  let query: FilterQuery
  let searched: (@Sendable (Row) -> String)?

  func includes(_ row: Row) -> Bool {
    query.isEmpty
      || query.includes { part in
        columns.contains { part.matches($0.text(row)) }
          || searched.map { part.matches($0(row)) } == true
      }
  }
}
