/// An image in an encoding that terminals accept, validated so that its bytes can't be interpreted
/// as other terminal commands.
///
/// Two images are equal if all of their bytes are equal.
public struct GraphicImage: Sendable {
  /// The encodings; each protocol supports some of them.
  package enum Form: Hashable, Sendable {
    /// An unmodified image file, sent as base64.
    case file(ImageFileKind, [UInt8])
    /// Pixels of four bytes each: red, green, blue and alpha.
    case pixels([UInt8])
    /// The body of a sixel sequence, which contains no terminator.
    case sixels([UInt8])
  }

  /// The maximum size in bytes. Until an image has arrived, the terminal shows nothing else.
  public static let limit = 2 << 20
  /// The maximum width and height in pixels, because a decoder may hold all of them in memory.
  static let pixelLimit = 10_000

  /// The size in pixels.
  public let size: PixelSize
  package let form: Form
  /// A hash of the bytes, computed once so that hashing doesn't read them at each paint.
  private let fingerprint: UInt64

  /// Creates an image from a PNG, GIF or JPEG file. Returns `nil` for other files, for files over
  /// `limit` bytes, and for images over 10,000 pixels wide or high.
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

  /// Returns whether a terminal with this protocol supports the image's encoding.
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
