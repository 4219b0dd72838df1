/// The page of a CDX drawing, on which structures are placed one below the other; where a column is full, the next begins beside it.
///
/// Distances are in points. A coordinate has 16 bits in front of the point, of which one is the sign.
struct CDXPage {
  /// The length of the largest drawing.
  static let largest = length - 2 * margin
  private static let length = 32_000.0
  private static let margin = 36.0
  private var column = CDXPage.margin
  /// The right end of what stands in the column.
  private var right = CDXPage.margin
  private var bottom = 0.0

  /// Takes a place for a drawing, and returns its upper left corner; nil where the page is full.
  mutating func place(width: Double, height: Double) -> (x: Double, y: Double)? {
    // A place in a file may be no number.
    let (width, height) = (width.isFinite ? width : 0, height.isFinite ? height : 0)
    if bottom > 0, bottom + CDXPage.margin + height > CDXPage.length {
      column = right + CDXPage.margin
      right = column
      bottom = 0
    }
    guard column + width <= CDXPage.length else { return nil }
    let corner = (x: column, y: bottom + CDXPage.margin)
    right = max(right, column + width)
    bottom = corner.y + height
    return corner
  }
}
