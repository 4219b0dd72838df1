/// The width and height of an image in pixels, as the beginning of a PNG or GIF file says.
struct PixelSize: Hashable, Sendable {
  let width: Int
  let height: Int
}

extension PixelSize {
  /// Reads the size; nil for other kinds of files.
  init?(_ bytes: [UInt8]) {
    func number(_ places: some Sequence<Int>) -> Int {
      places.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
    if bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self.init(width: number(16..<20), height: number(20..<24))
    } else if bytes.count >= 10, bytes.starts(with: [0x47, 0x49, 0x46, 0x38]) {
      self.init(width: number([7, 6]), height: number([9, 8]))
    } else {
      return nil
    }
  }
}
