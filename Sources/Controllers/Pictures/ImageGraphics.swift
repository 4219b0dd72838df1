import Terminals

/// An image ready for a terminal's graphics: the file itself if the terminal can read it, otherwise
/// a converted one.
struct ImageGraphics: Sendable {
  let image: GraphicImage
  let cells: Size

  /// The size of a converting program's cells in pixels.
  private static let side = 8
  /// Each pixel takes four bytes; the terminal scales smaller images up.
  private static let most = 700_000.0

  /// Uses the file itself, in positive rows and columns; `nil` if the terminal can't read it.
  init?(_ image: StillImage, rows: Int, columns: Int, for graphics: Graphics) {
    guard let ready = GraphicImage(file: image.bytes), ready.isSupported(by: graphics) else {
      return nil
    }
    self.init(image: ready, cells: ImageFit(ready.size, rows: rows, columns: columns).cells)
  }

  private init(image: GraphicImage, cells: Size) {
    self.image = image
    self.cells = cells
  }

  /// Returns `nil` if the program fails; then the characters stay.
  @concurrent static func converted(
    _ image: StillImage, rows: Int, columns: Int, for graphics: Graphics,
    by convert: @Sendable (StillImage, ImageConversion) async -> [UInt8]?
  ) async -> ImageGraphics? {
    guard let size = PixelSize(image.bytes) else { return nil }
    switch graphics {
    case .iTerm: return nil
    case .kitty:
      let fit = ImageFit(size, rows: rows, columns: columns)
      // More pixels than the image has would add nothing.
      let width = Double(min(size.width, fit.pixels.width))
      let height = Double(min(size.height, fit.pixels.height))
      let shrink = max(1, (width * height / most).squareRoot())
      let output = await convert(
        image, conversion(.kitty, width: width / shrink, height: height / shrink))
      guard let output, let made = GraphicImage(kitty: output) else { return nil }
      return ImageGraphics(image: made, cells: fit.cells)
    case .sixel(let cell):
      let fit = ImageFit(size, rows: rows, columns: columns, cell: cell).pixels
      guard let made = await sixels(of: image, at: fit, convert: convert) else { return nil }
      return ImageGraphics(image: made, cells: made.size.cells(of: cell))
    }
  }

  /// If the converter returns a larger image, runs it once more with a proportionally smaller size.
  private nonisolated(nonsending) static func sixels(
    of image: StillImage, at wanted: PixelSize,
    convert: @Sendable (StillImage, ImageConversion) async -> [UInt8]?
  ) async -> GraphicImage? {
    var (width, height) = (Double(wanted.width), Double(wanted.height))
    for _ in 0..<2 {
      let output = await convert(image, conversion(.sixels, width: width, height: height))
      guard let output, let made = GraphicImage(sixels: output) else { return nil }
      if made.size.width <= wanted.width, made.size.height <= wanted.height { return made }
      width *= Double(wanted.width) / Double(made.size.width)
      height *= Double(wanted.height) / Double(made.size.height)
    }
    return nil
  }

  private static func conversion(
    _ form: ImageConversion.Form, width: Double, height: Double
  ) -> ImageConversion {
    ImageConversion(
      form: form, rows: max(1, Int(height) / side), columns: max(1, Int(width) / side))
  }
}

/// The size of an image on the screen: as large as fits, in its own aspect ratio, and enlarged at
/// most four times.
struct ImageFit: Hashable, Sendable {
  let pixels: PixelSize
  let cells: Size

  /// For terminals that scale images to cells: twice as high as wide, like most cells.
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
  func cells(of cell: PixelSize) -> Size {
    Size(
      rows: (height + cell.height - 1) / cell.height, columns: (width + cell.width - 1) / cell.width
    )
  }
}
