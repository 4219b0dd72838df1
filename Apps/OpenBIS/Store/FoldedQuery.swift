import Reprise

/// A text to look for in packed entities, whatever its case and accents.
struct FoldedQuery: Sendable {
  private let query: TextQuery
  /// The text in small letters, if it is ASCII.
  private let plain: [UInt8]?

  /// Creates a query; an empty text is found everywhere.
  init(_ text: String) {
    query = TextQuery(text)
    let bytes = Array(text.lowercased().utf8)
    plain = bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
  }

  /// Tells whether the text is found in a part of bytes. Most parts are ASCII, and no text is made of those.
  func isFound(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { all in
      let part = UnsafeBufferPointer(rebasing: all[range])
      if let plain, part.allSatisfy({ $0 < 0x80 }) { return Self.find(plain, in: part) }
      return query.matches(String(decoding: part, as: UTF8.self))
    }
  }

  private static func find(_ needle: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = needle.first else { return true }
    guard needle.count <= text.count else { return false }
    for place in 0...(text.count - needle.count) where lowercase(text[place]) == first {
      var matched = 1
      while matched < needle.count, lowercase(text[place + matched]) == needle[matched] {
        matched += 1
      }
      if matched == needle.count { return true }
    }
    return false
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
  }
}
