import FoundationEssentials

/// An image in an encoding that terminals accept, validated so that its bytes can't be interpreted
/// as other terminal commands.
///
/// Two images are equal if their sizes, encodings and bytes are equal.
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

  /// The maximum size in bytes of an image file or of sixels: 2 MiB. Raw pixels may have twice as
  /// many bytes. Larger images are rejected, because the terminal shows nothing else until it has
  /// received an image.
  public static let limit = 2 << 20
  /// The maximum width and height in pixels, because a decoder may hold all of them in memory.
  static let pixelLimit = 10_000

  /// The width and height of the image in pixels.
  public let size: PixelSize
  package let form: Form
  /// A hash of the bytes, computed once so that hashing doesn't read them at each paint.
  private let fingerprint: UInt64

  /// Creates an image from the bytes of a PNG, GIF or JPEG file.
  ///
  ///     GraphicImage(file: bytes)
  ///
  /// Returns `nil` for files in other formats or with damaged headers, for files larger than
  /// `limit`, and for images over 10,000 pixels wide or high.
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

  /// Returns whether a terminal with the given image protocol can show this image.
  public func isSupported(by graphics: Graphics) -> Bool {
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

/// The protocols in which terminals accept images.
public enum Graphics: Hashable, Sendable {
  /// The kitty graphics protocol, for PNG files and raw pixels. The terminal scales images to the
  /// cells they cover.
  case kitty
  /// The iTerm2 protocol, for PNG, JPEG and GIF files. The terminal scales images to the cells they
  /// cover.
  case iTerm
  /// The DEC sixel protocol, for pixels that the terminal doesn't scale. The value is the size of a
  /// cell in pixels, which determines the number of cells that an image covers.
  case sixel(cell: PixelSize)
}

extension GraphicImage {
  /// Creates an image from the output of a program that draws with kitty's protocol: one image of
  /// raw pixels in any number of sequences.
  ///
  ///     ESC _G a=T,f=32,s=320,v=96,… ESC \
  ///     ESC _G m=1;pixels in base64 ESC \   …   ESC _G m=0 ESC \
  ///
  /// Only the pixels and their dimensions are used. Returns `nil` if the output contains anything
  /// else except trailing line breaks, if the number of pixels doesn't match the dimensions, or if
  /// the image is too large.
  public init?(kitty output: [UInt8]) {
    var rest = output[...]
    while let last = rest.last, last == 0x0A || last == 0x0D { rest = rest.dropLast() }
    var size: PixelSize?
    var pixels: [UInt8] = []
    while !rest.isEmpty {
      guard rest.starts(with: [0x1B, UInt8(ascii: "_"), UInt8(ascii: "G")]),
        let end = rest.dropFirst(3).firstIndex(of: 0x1B), end + 1 < rest.endIndex,
        rest[end + 1] == UInt8(ascii: "\\")
      else { return nil }
      let command = rest[(rest.startIndex + 3)..<end]
      rest = rest[(end + 2)...]
      let keys = command.prefix { $0 != UInt8(ascii: ";") }
      if size == nil {
        guard let said = Self.size(inKeys: keys) else { return nil }
        size = said
      }
      let payload = command.dropFirst(keys.count + 1)
      // Each chunk is base64 with its own padding. Any other content is rejected.
      guard payload.count % 4 == 0, let part = Data(base64Encoded: Data(payload)),
        pixels.count + part.count <= GraphicImage.limit * 2
      else { return nil }
      pixels += part
    }
    guard let size, pixels.count == size.width * size.height * 4 else { return nil }
    self.init(size, .pixels(pixels), pixels)
  }

  private static func size(inKeys keys: ArraySlice<UInt8>) -> PixelSize? {
    var values: [String: String] = [:]
    for pair in keys.split(separator: UInt8(ascii: ",")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2 else { return nil }
      values[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
    }
    guard values["f"] == "32", values["o"] == nil, values["t"] ?? "d" == "d",
      let width = values["s"].flatMap({ Int($0) }), let height = values["v"].flatMap({ Int($0) }),
      (1...pixelLimit).contains(width), (1...pixelLimit).contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Creates an image from the output of a program that draws sixels: one sequence,
  /// `ESC P … q … ESC \`, with its size in the raster attributes.
  ///
  ///     GraphicImage(sixels: output)
  ///
  /// Returns `nil` if the output contains anything else, or is too large. The program is trusted to
  /// draw only within that size. Line breaks before and after the sequence, and sequences that hide
  /// or show the cursor, are dropped.
  public init?(sixels output: [UInt8]) {
    var rest = Self.withoutCursor(output)[...]
    guard rest.starts(with: [0x1B, UInt8(ascii: "P")]),
      rest.suffix(2) == [0x1B, UInt8(ascii: "\\")], rest.count > 4
    else { return nil }
    rest = rest.dropFirst(2).dropLast(2)
    // Drops trailing empty lines, for which a terminal might scroll.
    while let last = rest.last, Self.isLineEnd(last) { rest = rest.dropLast() }
    guard rest.count <= GraphicImage.limit, let size = Self.size(ofSixels: rest) else {
      return nil
    }
    self.init(size, .sixels(Array(rest)), Array(rest))
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "$")
  }

  private static func withoutCursor(_ output: [UInt8]) -> [UInt8] {
    var bytes = output[...]
    let around = ["\u{1B}[?25l", "\u{1B}[?25h", "\n", "\r"].map { Array($0.utf8) }
    while let found = around.first(where: { bytes.starts(with: $0) }) {
      bytes = bytes.dropFirst(found.count)
    }
    while let found = around.first(where: { bytes.suffix($0.count).elementsEqual($0) }) {
      bytes = bytes.dropLast(found.count)
    }
    return Array(bytes)
  }

  /// `nil` if the raster attributes, `q"1;1;width;height`, are missing.
  private static func size(ofSixels bytes: ArraySlice<UInt8>) -> PixelSize? {
    guard let start = bytes.firstIndex(of: UInt8(ascii: "q")),
      bytes[..<start].allSatisfy(isParameter)
    else { return nil }
    var rest = bytes[(start + 1)...]
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    let raster = rest.prefix(while: isParameter)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard raster.count == 4, raster[0] == raster[1], let width = raster[2],
      let height = raster[3], width > 0, height > 0, rest.allSatisfy(isSixel)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func isParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isSixel(_ byte: UInt8) -> Bool {
    isParameter(byte) || (0x3F...0x7E).contains(byte) || "\"#!$-\n\r".utf8.contains(byte)
  }
}
