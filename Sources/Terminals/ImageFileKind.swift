/// The kinds of image files that terminals read themselves.
package enum ImageFileKind: Hashable, Sendable {
  case png, gif, jpeg

  /// Tells the kind by a file's first bytes; nil for any other.
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
