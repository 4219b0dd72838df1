/// A rectangle of a frame on which a screen draws, with its own coordinates that begin at row 0,
/// column 0.
///
/// Anything outside the canvas is clipped, so all coordinates are valid. Text is sanitized by
/// `SafeText`.
public struct Canvas {
  var frame: Frame
  /// May begin above or left of the frame.
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

  /// The size of the canvas in cells, including cells that are clipped because they are outside the
  /// frame.
  public var size: Size { Size(rows: area.rows, columns: area.columns) }
  /// The height of the canvas in cells.
  public var rows: Int { area.rows }
  /// The width of the canvas in cells.
  public var columns: Int { area.columns }

  /// The frame with everything drawn so far, including what was drawn outside this canvas.
  public var picture: Frame { frame }

  /// Writes one line of text and returns the column after it. If the row isn't visible, returns
  /// `column`.
  ///
  /// A character that would cross the right edge isn't written.
  ///
  /// - Parameters:
  ///   - text: The text, which is sanitized by `SafeText`.
  ///   - row: The row, counted from 0 at the top.
  ///   - column: The column of the first character.
  ///   - style: The style of all characters.
  ///   - limit: The maximum number of cells. Longer text is truncated with `…`. `nil` for no limit.
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

  /// Fills a row with blanks in the given style, from `column` up to but not including `end`, by
  /// default up to the right edge.
  public mutating func fill(row: Int, from column: Int = 0, to end: Int? = nil, style: Style) {
    put(.blank(style), row: row, from: column, to: end ?? columns)
  }

  /// Draws a horizontal line in a row, from `column` up to but not including `end`.
  public mutating func rule(row: Int, from column: Int, to end: Int, style: Style = .secondary) {
    put(Glyph("─", width: 1, style: style), row: row, from: column, to: end)
  }

  /// Shows the terminal's cursor at a position, for example in a text field. Does nothing if the
  /// position isn't on the canvas.
  public mutating func showCursor(row: Int, column: Int) {
    guard isVisible(row: row), column >= firstColumn, column < columns else { return }
    frame.cursor = Position(row: area.row + row, column: area.column + column)
  }

  /// Shows an image over a rectangle of cells. The terminal scales it to fit, unless it consists of
  /// sixels.
  ///
  /// First write text to these cells as the fallback for terminals without graphics. Nothing is
  /// shown if the rectangle isn't completely on the canvas or overlaps another image.
  public mutating func show(_ image: GraphicImage, in part: Area) {
    let columns = firstColumn..<max(firstColumn, columns)
    let top = max(0, corner.row - area.row)
    let visible = Area(
      row: top, column: columns.lowerBound, rows: rows - top, columns: columns.count)
    guard visible.contains(part) else { return }
    let imageArea = Area(
      row: area.row + part.row, column: area.column + part.column, rows: part.rows,
      columns: part.columns)
    guard !frame.images.contains(where: { $0.area.meets(imageArea) }) else { return }
    frame.images.append(PlacedImage(image: image, area: imageArea))
  }

  /// Calls a closure with a canvas for a rectangle of this canvas. Row 0 and column 0 are at the
  /// top left of the rectangle.
  ///
  /// Drawing is clipped to both the rectangle and this canvas.
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

  /// The first visible column: greater than 0 only if the canvas begins left of its parent canvas.
  var firstColumn: Int { max(0, corner.column - area.column) }

  func isVisible(row: Int) -> Bool {
    row >= max(0, corner.row - area.row) && row < rows
  }

  mutating func put(_ text: String, row: Int, column: Int, end: Int, style: Style) -> Int {
    var column = column
    SafeText.forEachPiece(of: text) { piece in
      switch piece {
      case .ascii(let bytes):
        let count = min(bytes.count, end - column)
        guard count > 0 else { return false }
        put(bytes[..<count], row: row, column: column, style: style)
        column += count
        return count == bytes.count
      case .scalar(let scalar, let width):
        guard column + width <= end else { return false }
        put(Glyph(scalar, width: width, style: style), nil, row: row, column: column)
        column += width
      case .cluster(let cluster, let width):
        guard column + width <= end else { return false }
        if let scalar = cluster.onlyScalar {
          put(Glyph(scalar, width: width, style: style), nil, row: row, column: column)
        } else {
          let glyph = Glyph(clusterOfWidth: width, style: style)
          put(glyph, cluster, row: row, column: column)
        }
        column += width
      }
      return true
    }
    return column
  }

  mutating func put(_ glyph: Glyph, row: Int, from column: Int, to end: Int) {
    let start = max(firstColumn, column)
    let end = min(columns, end)
    guard isVisible(row: row), start < end else { return }
    let first = index(row, start)
    let range = first..<first + end - start
    mend(around: range)
    for index in range { frame.glyphs[index] = glyph }
  }

  private mutating func put(
    _ ascii: Slice<UnsafeBufferPointer<UInt8>>, row: Int, column: Int, style: Style
  ) {
    let hidden = max(0, firstColumn - column)
    guard hidden < ascii.count else { return }
    let first = index(row, column + hidden)
    mend(around: first..<first + ascii.count - hidden)
    let bits = style.bits
    frame.glyphs.withUnsafeMutableBufferPointer { glyphs in
      var index = first
      for byte in ascii.dropFirst(hidden) {
        glyphs[index] = Glyph(ascii: byte, styleBits: bits)
        index += 1
      }
    }
  }

  private mutating func put(_ glyph: Glyph, _ cluster: Character?, row: Int, column: Int) {
    let width = glyph.width
    if column < firstColumn {
      // If only the right half of a wide cluster is visible, it is drawn as a blank.
      if column + width > firstColumn {
        put(.blank(glyph.style), nil, row: row, column: firstColumn)
      }
      return
    }
    let index = index(row, column)
    mend(around: index..<index + width)
    frame.glyphs[index] = glyph
    if let cluster { frame.clusters[index] = cluster }
    if width == 2 { frame.glyphs[index + 1] = .continuation(glyph.style) }
  }

  /// Blanks the remaining halves of wide clusters that an overwritten range cuts at its edges.
  private mutating func mend(around range: Range<Int>) {
    if frame.glyphs[range.lowerBound].isContinuation {
      let left = range.lowerBound - 1
      frame.glyphs[left] = .blank(frame.glyphs[left].style)
    }
    if frame.glyphs[range.upperBound - 1].width == 2 {
      let right = range.upperBound
      frame.glyphs[right] = .blank(frame.glyphs[right].style)
    }
  }

  private func index(_ row: Int, _ column: Int) -> Int {
    (area.row + row) * frame.size.columns + area.column + column
  }
}

extension Character {
  fileprivate var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.dropFirst().isEmpty else { return nil }
    return first
  }
}
