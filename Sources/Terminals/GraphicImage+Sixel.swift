extension GraphicImage {
  /// Creates an image from the output of a program that draws sixels: one sequence,
  /// `ESC P … q … ESC \`, with its size in the raster attributes.
  ///
  ///     GraphicImage(sixels: output)
  ///
  /// Returns `nil` if the output contains anything else, or draws outside that size. Sequences
  /// before and after it that hide or show the cursor are dropped.
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

  /// Returns the size in the raster attributes, `q"1;1;width;height`, or `nil` if the bytes aren't
  /// valid sixels within that size.
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
    let size = PixelSize(width: width, height: height)
    return isWithin(size, rest) ? size : nil
  }

  /// Returns whether all sixels are within the size. Others would overwrite cells or scroll.
  private static func isWithin(_ size: PixelSize, _ sixels: ArraySlice<UInt8>) -> Bool {
    var (column, bands) = (0, 1)
    var count = 1
    var rest = sixels
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "\""):
        let digits = rest.prefix(while: isParameter)
        rest = rest.dropFirst(digits.count)
        guard byte == UInt8(ascii: "!") else { continue }
        guard digits.count < 6, let number = Int(String(decoding: digits, as: UTF8.self)) else {
          return false
        }
        count = max(1, number)
        continue
      case UInt8(ascii: "$"): column = 0
      case UInt8(ascii: "-"): (column, bands) = (0, bands + 1)
      case 0x3F...0x7E: column += count
      default: break
      }
      count = 1
      // Sixels are six pixels high.
      guard column <= size.width, (bands - 1) * 6 < size.height else { return false }
    }
    return true
  }

  private static func isParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isSixel(_ byte: UInt8) -> Bool {
    isParameter(byte) || (0x3F...0x7E).contains(byte) || "\"#!$-\n\r".utf8.contains(byte)
  }
}
