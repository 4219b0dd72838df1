import Terminals

/// An image made ready for a terminal's graphics: the image as it is, where the terminal reads its file; else as a program converts it.
struct ImageGraphics: Sendable {
  let image: GraphicImage
  let cells: Size

  /// The side of a converting program's pixels.
  private static let side = 8
  /// The most pixels in kitty's protocol, of four bytes each: fewer are scaled up by the terminal.
  private static let most = 700_000.0

  /// Takes an image as it is, for rows and columns of cells, of which there is at least one. Nil if the terminal doesn't read its file.
  init?(_ image: StillImage, rows: Int, columns: Int, for graphics: Graphics) {
    guard let ready = GraphicImage(file: image.bytes), ready.isTaken(by: graphics) else {
      return nil
    }
    self.init(image: ready, cells: ImageFit(ready.size, rows: rows, columns: columns).cells)
  }

  private init(image: GraphicImage, cells: Size) {
    self.image = image
    self.cells = cells
  }

  /// Returns an image as a program converts it, for rows and columns of cells. Nil if it can't be: the characters stay.
  @concurrent static func converted(
    _ image: StillImage, rows: Int, columns: Int, for graphics: Graphics,
    by convert: @Sendable (StillImage, ImageConversion) async -> [UInt8]?
  ) async -> ImageGraphics? {
    guard let size = PixelSize(image.bytes) else { return nil }
    switch graphics {
    case .iTerm: return nil
    case .kitty:
      let fit = ImageFit(size, rows: rows, columns: columns)
      // More pixels than the image has show nothing more.
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

  /// Returns an image in sixels, no larger than wanted. A program whose pixels are of another number is asked once more.
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
