/// A place to draw on: a rectangle of a frame, with its own row 0 and column 0.
///
/// Everything is clipped to the canvas, so no number given is an error. All text goes through `SafeText`.
public struct Canvas {
  private var frame: Frame
  private var area: Area

  public init(size: Size) {
    frame = Frame(size: size)
    area = Area(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  public var size: Size { Size(rows: area.rows, columns: area.columns) }
  public var rows: Int { area.rows }
  public var columns: Int { area.columns }

  /// The picture drawn so far, the whole of it.
  public var picture: Frame { frame }

  /// Writes text on one line, and returns the column after it.
  ///
  /// A cluster that would stand across the right edge isn't written. With `limit`, at most so many cells are
  /// used, and text that needs more ends in `…`.
  @discardableResult
  public mutating func write(
    _ text: String, row: Int, column: Int = 0, style: Style = .text, limit: Int? = nil
  ) -> Int {
    guard row >= 0, row < rows, column < columns else { return column }
    var end = columns
    if let limit {
      guard limit > 0 else { return column }
      end = min(columns, column + min(limit, columns))
      if CellWidth.exceeds(text, end - column) {
        let cut = put(text, row: row, column: column, end: end - 1, style: style)
        return put("…", row: row, column: cut, end: end, style: style)
      }
    }
    return put(text, row: row, column: column, end: end, style: style)
  }

  /// Gives every cell of a row, from `column` on, a blank in the given style.
  public mutating func fill(row: Int, from column: Int = 0, to end: Int? = nil, style: Style) {
    guard row >= 0, row < rows else { return }
    let start = max(0, column)
    let end = min(columns, end ?? columns)
    guard start < end else { return }
    let blank = Cell(" ", width: 1, style: style)
    for column in start..<end { set(blank, row: row, column: column) }
  }

  /// Draws a horizontal rule.
  public mutating func rule(row: Int, from column: Int, to end: Int, style: Style = .secondary) {
    guard row >= 0, row < rows else { return }
    let dash = Cell("─", width: 1, style: style)
    var column = max(0, column)
    while column < min(columns, end) {
      set(dash, row: row, column: column)
      column += 1
    }
  }

  /// Shows the terminal's cursor at a place, if that is on the canvas.
  public mutating func showCursor(row: Int, column: Int) {
    guard row >= 0, row < rows, column >= 0, column < columns else { return }
    frame.cursor = Position(row: area.row + row, column: area.column + column)
  }

  /// Lets `draw` draw on a part of this canvas, in that part's own coordinates.
  public mutating func within(_ part: Area, _ draw: (inout Canvas) -> Void) {
    let whole = area
    let top = max(0, part.row)
    let left = max(0, part.column)
    area = Area(
      row: whole.row + top, column: whole.column + left,
      rows: min(part.rows, whole.rows - top), columns: min(part.columns, whole.columns - left))
    draw(&self)
    area = whole
  }

  // MARK: Cells

  private mutating func put(
    _ text: String, row: Int, column: Int, end: Int, style: Style
  ) -> Int {
    var column = column
    SafeText.forEachCluster(of: text) { character, width in
      guard column + width <= end else { return false }
      if column >= 0 {
        set(Cell(character, width: UInt8(width), style: style), row: row, column: column)
        if width == 2 { set(.continuation(style), row: row, column: column + 1) }
      } else if column + width > 0 {
        // A wide cluster that starts left of the canvas leaves a blank where its right half would be.
        set(Cell(" ", width: 1, style: style), row: row, column: 0)
      }
      column += width
      return true
    }
    return column
  }

  /// Replaces a cell; a wide cluster that loses one of its halves becomes a blank.
  private mutating func set(_ cell: Cell, row: Int, column: Int) {
    let index = (area.row + row) * frame.size.columns + area.column + column
    let old = frame.cells[index]
    if old.width != 1 {
      if old.isContinuation {
        if cell.width != 0 {
          frame.cells[index - 1] = Cell(" ", width: 1, style: frame.cells[index - 1].style)
        }
      } else if frame.cells.indices.contains(index + 1), frame.cells[index + 1].isContinuation {
        frame.cells[index + 1] = Cell(" ", width: 1, style: old.style)
      }
    }
    frame.cells[index] = cell
  }
}
