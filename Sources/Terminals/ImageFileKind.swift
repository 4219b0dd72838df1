/// The image file formats that terminals decode themselves.
package enum ImageFileKind: Hashable, Sendable {
  case png, gif, jpeg

  /// Detects the format from a file's first bytes. Returns `nil` for other formats.
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
