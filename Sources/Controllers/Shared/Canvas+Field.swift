import Screens
import Terminals

extension Canvas {
  /// Draws an input field, scrolled so that the caret is visible.
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
