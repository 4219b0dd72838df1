/// The page of a CDX drawing. Structures are stacked in columns, from left to right.
///
/// Lengths are in points. CDX coordinates are fixed-point with a signed 16-bit integer part.
struct CDXPage {
  static let largest = length - 2 * margin
  private static let length = 32_000.0
  private static let margin = 36.0
  private var column = CDXPage.margin
  private var right = CDXPage.margin
  private var bottom = 0.0

  /// Reserves space for a drawing, and returns its upper left corner; `nil` if the page is full.
  mutating func reserve(width: Double, height: Double) -> (x: Double, y: Double)? {
    // A file's coordinates may be NaN or infinite.
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
