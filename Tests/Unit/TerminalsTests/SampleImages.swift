import Terminals

/// The smallest files that say what an image's file says first.
enum SampleImages {
  /// A PNG's beginning with a size, and so many bytes behind.
  static func png(width: Int, height: Int, more: Int = 0) -> [UInt8] {
    let beginning: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    return beginning + Array("IHDR".utf8) + number(width) + number(height)
      + Array(repeating: 7, count: more)
  }

  static func image(_ more: Int = 0) -> GraphicImage? {
    GraphicImage(file: png(width: 160, height: 96, more: more))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
