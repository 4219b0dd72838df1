/// The width and height in pixels of an image, or of a terminal cell.
public struct PixelSize: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Creates a size from a width and a height in pixels.
  ///
  ///     PixelSize(width: 160, height: 96)
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads the size of an image from the header of a PNG, GIF or JPEG file.
  ///
  ///     PixelSize(bytes)
  ///
  /// Returns `nil` if the header has another format or is damaged, or if the width or height is 0.
  public init?(_ file: [UInt8]) {
    func number(_ offsets: some Sequence<Int>) -> Int {
      offsets.reduce(0) { $0 << 8 | Int(file[$1]) }
    }
    switch ImageFileKind(file) {
    case .png where file.count >= 24:
      self.init(width: number(16..<20), height: number(20..<24))
    case .gif where file.count >= 10:
      self.init(width: number([7, 6]), height: number([9, 8]))
    case .jpeg:
      guard let frame = PixelSize.frame(ofJPEG: file) else { return nil }
      self.init(width: number(frame + 7..<frame + 9), height: number(frame + 5..<frame + 7))
    default: return nil
    }
    guard width > 0, height > 0 else { return nil }
  }

  /// Returns the offset of a JPEG's frame header, which follows segments of varying lengths.
  private static func frame(ofJPEG file: [UInt8]) -> Int? {
    var offset = 2
    while offset + 9 <= file.count, file[offset] == 0xFF {
      switch file[offset + 1] {
      // Fill bytes, and markers without a segment.
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD7: offset += 2
      // DHT, JPG and DAC have numbers in this range, but aren't frame headers.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return offset
      case 0xD8...0xDA: return nil
      default: offset += 2 + max(2, Int(file[offset + 2]) << 8 | Int(file[offset + 3]))
      }
    }
    return nil
  }
}

/// The image file formats that terminals decode themselves.
package enum ImageFileKind: Hashable, Sendable {
  case png, gif, jpeg

  package init?(_ file: [UInt8]) {
    if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if file.starts(with: Array("GIF87a".utf8)) || file.starts(with: Array("GIF89a".utf8)) {
      self = .gif
    } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}
