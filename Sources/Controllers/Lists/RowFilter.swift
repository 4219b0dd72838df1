/// Matches rows against the user's filter, in the columns and in additional text.
package struct RowFilter<Row: Sendable>: Sendable {
  let columns: [Column<Row>]
  let query: FilterQuery
  let searchText: (@Sendable (Row) -> String)?

  package init(
    columns: [Column<Row>], query: FilterQuery, searchText: (@Sendable (Row) -> String)?
  ) {
    self.columns = columns
    self.query = query
    self.searchText = searchText
  }

  package func includes(_ row: Row) -> Bool {
    query.isEmpty
      || query.includes { part in
        columns.contains { part.matches($0.text(row)) }
          || searchText.map { part.matches($0(row)) } == true
      }
  }
}
