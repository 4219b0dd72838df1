import Terminals

extension Canvas {
  /// Writes text, with a query's matches in the accent style.
  mutating func write(
    _ text: String, row: Int, column: Int, style: Style, limit: Int, matching query: FilterQuery?
  ) {
    let end = write(text, row: row, column: column, style: style, limit: limit)
    guard let query, !query.isEmpty else { return }
    let isCut = CellWidth.exceeds(text, limit)
    let accent = Style(.accent, isSelected: style.isSelected)
    // Text that can't fit isn't searched: every character has at least one cell. A match may fold
    // from more characters than the query has.
    let seen = String(text.prefix(max(0, limit) + 2 * query.text.count))
    for range in query.ranges(in: seen) {
      let start = column + CellWidth.of(String(text.prefix(range.lowerBound)))
      let match = String(text.dropFirst(range.lowerBound).prefix(range.count))
      // Clipped without an ellipsis of its own.
      let room = (isCut ? end - 1 : end) - start
      within(Area(row: row, column: start, rows: 1, columns: room)) { visible in
        visible.write(match, row: 0, style: accent)
      }
    }
  }
}
