/// A place to draw on: a rectangle of a frame, with its own row 0 and column 0.
///
/// Everything is clipped to the canvas, so no number given is an error. All text goes through `SafeText`.
public struct Canvas {
  var frame: Frame
  /// The place of the canvas in the frame. It may begin outside, above or left of it.
  var area: Area
  /// The first row and column of the frame that may be drawn on.
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

  /// The size of the canvas, also of parts that are clipped.
  public var size: Size { Size(rows: area.rows, columns: area.columns) }
  /// The number of rows.
  public var rows: Int { area.rows }
  /// The number of columns.
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

  /// Gives every cell of a row, from `column` on, a blank in the given style.
  public mutating func fill(row: Int, from column: Int = 0, to end: Int? = nil, style: Style) {
    put(.blank(style), row: row, from: column, to: end ?? columns)
  }

  /// Draws a horizontal rule.
  public mutating func rule(row: Int, from column: Int, to end: Int, style: Style = .secondary) {
    put(Glyph("─", width: 1, style: style), row: row, from: column, to: end)
  }

  /// Shows the terminal's cursor at a place, if that is on the canvas.
  public mutating func showCursor(row: Int, column: Int) {
    guard isVisible(row: row), column >= firstColumn, column < columns else { return }
    frame.cursor = Position(row: area.row + row, column: area.column + column)
  }

  /// Shows an image over a rectangle of cells, whose text stays beneath: draw there what the image shows, for terminals without graphics.
  ///
  /// The image is scaled to the rectangle. Nothing is shown unless all of the rectangle is on the canvas, and no other image there.
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

  /// Lets `draw` draw on a part of this canvas, in that part's own coordinates.
  ///
  /// The part ends where this canvas ends. One that begins above or left of it keeps its row 0 and column 0 there, unseen.
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

  /// A distance beyond any frame, and small enough that sums of such numbers stay an `Int`.
  private static let farAway = 1 << 40
}
