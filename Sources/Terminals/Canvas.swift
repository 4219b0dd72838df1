/// A drawing surface: a rectangle of a frame with its own coordinates, from row 0, column 0.
///
/// Drawing is clipped to the canvas, so any coordinates are valid. `SafeText` sanitizes all text.
public struct Canvas {
  var frame: Frame
  /// The area of the canvas in the frame. It may begin above or left of the frame.
  var area: Area
  var corner = Position(row: 0, column: 0)

  /// Creates a canvas that covers a blank frame.
  /// ```swift
  /// var canvas = Canvas(size: Size(rows: 2, columns: 20))
  /// canvas.write("Hello", row: 0, column: 1, style: .title)
  /// let frame = canvas.picture
  /// ```
  public init(size: Size) {
    frame = Frame(size: size)
    area = Area(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  /// The size of the canvas, including clipped parts.
  public var size: Size { Size(rows: area.rows, columns: area.columns) }
  /// The number of rows.
  public var rows: Int { area.rows }
  /// The number of columns.
  public var columns: Int { area.columns }

  /// The frame drawn so far, including everything outside this canvas.
  public var picture: Frame { frame }

  /// Writes one line of text and returns the column after it.
  ///
  /// A cluster that would cross the right edge isn't written. With `limit`, at most `limit` cells
  /// are used, and longer text is truncated with `…`.
  @discardableResult
  public mutating func write(
    _ text: String, row: Int, column: Int = 0, style: Style = .text, limit: Int? = nil
  ) -> Int {
    guard isVisible(row: row), column < columns else { return column }
    let column = max(column, -Canvas.farAway)
    var end = columns
    if let limit {
      guard limit > 0 else { return column }
      end = min(columns, column + min(limit, Canvas.farAway))
      if CellWidth.exceeds(text, end - column) {
        let cut = put(text, row: row, column: column, end: end - 1, style: style)
        return put("…", row: row, column: cut, end: end, style: style)
      }
    }
    return put(text, row: row, column: column, end: end, style: style)
  }

  /// Fills a row with blanks in the given style, from `column` up to `end`, by default the right
  /// edge.
  public mutating func fill(row: Int, from column: Int = 0, to end: Int? = nil, style: Style) {
    put(.blank(style), row: row, from: column, to: end ?? columns)
  }

  /// Draws a horizontal rule.
  public mutating func rule(row: Int, from column: Int, to end: Int, style: Style = .secondary) {
    put(Glyph("─", width: 1, style: style), row: row, from: column, to: end)
  }

  /// Shows the terminal's cursor at a position, if that position is on the canvas.
  public mutating func showCursor(row: Int, column: Int) {
    guard isVisible(row: row), column >= firstColumn, column < columns else { return }
    frame.cursor = Position(row: area.row + row, column: area.column + column)
  }

  /// Shows an image over a rectangle of cells, scaled to fit.
  ///
  /// First write text to these cells as the fallback for terminals without graphics. Nothing is
  /// shown if the rectangle isn't completely on the canvas or overlaps another image.
  public mutating func show(_ image: GraphicImage, in part: Area) {
    let columns = firstColumn..<max(firstColumn, columns)
    let top = max(0, corner.row - area.row)
    let visible = Area(
      row: top, column: columns.lowerBound, rows: rows - top, columns: columns.count)
    guard visible.contains(part) else { return }
    let place = Area(
      row: area.row + part.row, column: area.column + part.column, rows: part.rows,
      columns: part.columns)
    guard !frame.images.contains(where: { $0.area.meets(place) }) else { return }
    frame.images.append(PlacedImage(image: image, area: place))
  }

  /// Calls `draw` with the canvas restricted to a rectangle, in that rectangle's own coordinates.
  ///
  /// The rectangle is clipped to this canvas. If it begins above or left of the canvas, its row 0
  /// and column 0 aren't visible.
  public mutating func within(_ part: Area, _ draw: (inout Canvas) -> Void) {
    let whole = (area, corner)
    let row = min(max(part.row, -Canvas.farAway), Canvas.farAway)
    let column = min(max(part.column, -Canvas.farAway), Canvas.farAway)
    area = Area(
      row: area.row + row, column: area.column + column,
      rows: min(part.rows, rows - row), columns: min(part.columns, columns - column))
    corner = Position(row: max(corner.row, area.row), column: max(corner.column, area.column))
    draw(&self)
    (area, corner) = whole
  }

  /// Larger than any coordinate, and small enough that sums don't overflow `Int`.
  private static let farAway = 1 << 40
}
