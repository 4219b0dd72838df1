extension SafeText {
  /// A piece of safe text. Simple scalars are decoded directly from UTF-8.
  enum Piece {
    /// At least one character of printable ASCII, one cell each.
    case ascii(UnsafeBufferPointer<UInt8>)
    case scalar(Unicode.Scalar, width: Int)
    case cluster(Character, width: Int)
  }

  /// Calls `body` with each piece of the sanitized text, until it returns `false`.
  static func forEachPiece(of text: String, _ body: (Piece) -> Bool) {
    var contiguous = text
    contiguous.makeContiguousUTF8()
    let text = contiguous
    contiguous.withUTF8 { bytes in
      var offset = 0
      while offset < bytes.count {
        let end = endOfASCII(in: bytes, from: offset)
        if end > offset {
          let run = UnsafeBufferPointer(rebasing: bytes[offset..<end])
          guard body(.ascii(run)) else { return }
          offset = end
        } else if let (scalar, width, length) = simpleScalar(in: bytes, at: offset),
          standsAlone(in: bytes, before: offset + length)
        {
          guard body(.scalar(scalar, width: width)) else { return }
          offset += length
        } else {
          let cluster = text[text.utf8.index(text.startIndex, offsetBy: offset)]
          guard emit(cluster, { body(.cluster($0, width: $1)) }) else { return }
          offset += cluster.utf8.count
        }
      }
    }
  }

  /// Returns the end of a run of printable ASCII, without a last character that has marks.
  private static func endOfASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    // Limits the work to a few rows' worth, because a text may have millions of bytes.
    let limit = min(bytes.count, start + 512)
    var end = start
    while end < limit, bytes[end] >= 0x20, bytes[end] < 0x7F { end += 1 }
    return end == start || standsAlone(in: bytes, before: end) ? end : end - 1
  }

  /// Returns whether a simple scalar that ends at `next` is a cluster by itself.
  private static func standsAlone(in bytes: UnsafeBufferPointer<UInt8>, before next: Int) -> Bool {
    next == bytes.count || bytes[next] < 0x80 || simpleScalar(in: bytes, at: next) != nil
  }

  /// Returns the non-ASCII scalar at `offset` if it is simple, its width in cells and its length in
  /// bytes.
  private static func simpleScalar(
    in bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (scalar: Unicode.Scalar, width: Int, length: Int)? {
    let first = UInt32(bytes[offset])
    let value: UInt32
    let length: Int
    switch first {
    case 0xC0..<0xE0:
      length = 2
      value = (first & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
    case 0xE0..<0xF0:
      length = 3
      value =
        (first & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
        | UInt32(bytes[offset + 2] & 0x3F)
    default: return nil
    }
    guard let width = widthIfSimple(value), let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, width, length)
  }

  /// Returns the width of a scalar that is safe and never forms a cluster with ASCII or another
  /// simple scalar, otherwise `nil`.
  ///
  /// Covers the large blocks that need no table lookup, not every such scalar.
  static func widthIfSimple(_ value: UInt32) -> Int? {
    switch value {
    case 0xAD: nil
    case 0xA0...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x1E00...0x1FFF: 1  // Latin, Greek, Cyrillic
    case 0x2010...0x2027, 0x2030...0x205E, 0x2070...0x20CF: 1  // punctuation, currencies
    case 0x2100...0x2319, 0x2500...0x25FC: 1  // arrows, mathematics, boxes
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF: 2  // kana
    case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: 2  // ideographs, hangul, full width
    default: nil
    }
  }
}
