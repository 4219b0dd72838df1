import Terminals

/// The room that an image takes: as large as there is room, in its own proportion, and at most four times enlarged.
struct ImageFit: Hashable, Sendable {
  /// The image's size on the screen, in pixels.
  let pixels: PixelSize
  /// The cells that those pixels touch.
  let cells: Size

  /// A cell where the terminal scales images to cells: twice as high as wide, as most are.
  static let usualCell = PixelSize(width: 8, height: 16)
  private static let mostEnlarged = 4.0

  /// Fits an image into rows and columns of cells, of which there is at least one.
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
  /// Returns the number of cells that so many pixels touch.
  func cells(of cell: PixelSize) -> Size {
    Size(
      rows: (height + cell.height - 1) / cell.height, columns: (width + cell.width - 1) / cell.width
    )
  }
}
