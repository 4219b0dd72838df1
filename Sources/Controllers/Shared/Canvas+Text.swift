import Screens
import Terminals

extension Canvas {
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
      let availableWidth = (isCut ? end - 1 : end) - start
      within(Area(row: row, column: start, rows: 1, columns: availableWidth)) { visible in
        visible.write(match, row: 0, style: accent)
      }
    }
  }
}

extension Canvas {
  mutating func write(_ lines: [(text: String, style: Style)], row: Int) {
    for (index, line) in lines.enumerated() {
      write(line.text, row: row + index, column: 2, style: line.style, limit: columns - 4)
    }
  }

  mutating func drawField(
    _ entry: TextEntry, row: Int, column: Int, width: Int, hasFocus: Bool, placeholder: String = ""
  ) {
    guard width > 1 else { return }
    let style = Style(.text, isField: true)
    fill(row: row, from: column, to: column + width, style: style)
    if entry.isEmpty, !placeholder.isEmpty {
      // Not underlined, because a terminal that can't dim would show it like typed text.
      write(placeholder, row: row, column: column, style: .secondary, limit: width)
    }
    let characters = Array(entry.text)
    let caret = min(entry.caret, characters.count)
    // Start at the first character from which the caret still fits.
    var start = 0
    var before = CellWidth.of(String(characters[..<caret]))
    while before > width - 1, start < caret {
      before -= CellWidth.of(String(characters[start]))
      start += 1
    }
    within(Area(row: row, column: column, rows: 1, columns: width)) { field in
      field.write(String(characters[start...]), row: 0, style: style)
    }
    if hasFocus { showCursor(row: row, column: column + before) }
  }
}
