import Terminals

/// The size of an image on the screen: as large as fits, in its own aspect ratio, and enlarged at
/// most four times.
struct ImageFit: Hashable, Sendable {
  /// The image's size on the screen, in pixels.
  let pixels: PixelSize
  let cells: Size

  /// The cell size for terminals that scale images to cells: twice as high as wide, like most
  /// cells.
  static let usualCell = PixelSize(width: 8, height: 16)
  private static let mostEnlarged = 4.0

  /// Fits an image into a positive number of rows and columns.
  init(_ image: PixelSize, rows: Int, columns: Int, cell: PixelSize = usualCell) {
    let scale = min(
      Double(columns * cell.width) / Double(image.width),
      Double(rows * cell.height) / Double(image.height), ImageFit.mostEnlarged)
    pixels = PixelSize(
      width: max(1, Int(Double(image.width) * scale)),
      height: max(1, Int(Double(image.height) * scale)))
    cells = pixels.cells(of: cell)
  }
}

extension PixelSize {
  /// Returns the number of cells that these pixels cover.
  func cells(of cell: PixelSize) -> Size {
    Size(
      rows: (height + cell.height - 1) / cell.height, columns: (width + cell.width - 1) / cell.width
    )
  }
}
