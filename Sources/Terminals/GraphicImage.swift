/// An image in a form that terminals take, checked so that none of its bytes can be anything else to a terminal.
///
/// Two images are equal if all of their bytes are.
public struct GraphicImage: Sendable {
  /// The forms, of which each protocol takes some.
  package enum Form: Hashable, Sendable {
    /// A file as it is; it is sent in base64.
    case file(ImageFileKind, [UInt8])
    /// Pixels of four bytes each: red, green, blue, and how opaque they are.
    case pixels([UInt8])
    /// The inside of a sixel sequence: nothing in it ends the sequence.
    case sixels([UInt8])
  }

  /// The most bytes that are sent: a terminal at the other end of a slow line shows nothing else until it has them.
  public static let limit = 2 << 20
  /// The most pixels in a row or column: what decodes them may hold them all in memory.
  static let pixelLimit = 10_000

  /// The size in pixels.
  public let size: PixelSize
  package let form: Form
  /// A number of the bytes, so that hashing needn't read them at each paint.
  private let fingerprint: UInt64

  /// Takes a PNG, GIF or JPEG file as it is. Nil for any other, for one of more than `limit` bytes, and for one of more than
  /// 10,000 pixels in a row or column.
  ///
  ///     GraphicImage(file: bytes)
  public init?(file: [UInt8]) {
    guard file.count <= GraphicImage.limit, let kind = ImageFileKind(file),
      let size = PixelSize(file)
    else { return nil }
    self.init(size, .file(kind, file), file)
  }

  init?(_ size: PixelSize, _ form: Form, _ bytes: [UInt8]) {
    let sides = 1...GraphicImage.pixelLimit
    guard sides.contains(size.width), sides.contains(size.height) else { return nil }
    self.size = size
    self.form = form
    // FNV-1a.
    fingerprint = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Tells whether a terminal with this protocol takes the image.
  public func isTaken(by graphics: Graphics) -> Bool {
    switch (graphics, form) {
    case (.kitty, .file(.png, _)), (.kitty, .pixels), (.iTerm, .file), (.sixel, .sixels): true
    default: false
    }
  }
}

extension GraphicImage: Hashable {
  public static func == (one: GraphicImage, other: GraphicImage) -> Bool {
    one.fingerprint == other.fingerprint && one.size == other.size && one.form == other.form
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
