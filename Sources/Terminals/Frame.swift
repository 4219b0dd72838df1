/// A grid of styled cells: the picture of one moment.
///
/// Shape: `cells.count == size.rows * size.columns`, row by row from the top left. Distances are in cells.
/// Widths follow Unicode Standard Annex #11; the table is in `CellWidth`.
/// Two equal frames look the same on any terminal.
public struct Frame: Hashable, Sendable {
  public let size: Size
  public internal(set) var cells: [Cell]
  /// Where the terminal's cursor is shown, if it is: in a place to type.
  public internal(set) var cursor: Position?

  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// The cells of one row. `row` must be within the frame.
  public func cells(ofRow row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// A row's text as a person reads it, trailing blanks included.
  public func text(ofRow row: Int) -> String {
    var text = ""
    for cell in cells(ofRow: row) where !cell.isContinuation { text.append(cell.character) }
    return text
  }

  /// All rows' text, without trailing blanks, joined by line feeds.
  public var text: String {
    (0..<size.rows).map { row in
      var line = Substring(text(ofRow: row))
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    .joined(separator: "\n")
  }
}
