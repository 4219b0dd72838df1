import Foundation

extension GraphicImage {
  /// Creates an image from the output of a program that draws with kitty's protocol: one image of
  /// raw pixels in any number of sequences.
  ///
  ///     ESC _G a=T,f=32,s=320,v=96,… ESC \
  ///     ESC _G m=1;pixels in base64 ESC \   …   ESC _G m=0 ESC \
  ///
  /// Only the pixels and their dimensions are used. Returns `nil` if the output contains anything
  /// else, or if the number of pixels doesn't match the dimensions.
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
}
