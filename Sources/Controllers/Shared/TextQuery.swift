/// A text to search for, without regard to case and accents. For example, the queries "laeuse" and
/// "lause" both match "Läuse".
public struct TextQuery: Sendable {
  /// The query as the user typed it.
  public let text: String
  private let folded: [UInt8]
  /// Whether the folded text is ASCII, so that ASCII texts can contain it.
  private let isASCII: Bool
  /// Whether the text may spell umlauts as two letters.
  private let maySpellUmlauts: Bool

  /// Creates a query. An empty text matches everything.
  ///
  ///     TextQuery("anna 1985")
  public init(_ text: String) {
    self.text = text
    folded = TextFolding.bytes(of: text)
    isASCII = folded.allSatisfy { $0 < 0x80 }
    let e = UInt8(ascii: "e")
    maySpellUmlauts = zip(folded, folded.dropFirst()).contains {
      "aou".utf8.contains($0) && $1 == e
    }
  }

  /// Whether the query is empty, so that it matches every text.
  public var isEmpty: Bool { text.isEmpty }

  /// Returns whether a text contains the query.
  public func matches(_ candidate: String) -> Bool {
    if isEmpty { return true }
    var candidate = candidate
    return candidate.withUTF8 { matches(utf8: $0) }
  }

  /// Returns whether a text given as UTF-8 bytes contains the query. It creates no string if the
  /// bytes are ASCII.
  public func matches(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return isASCII && TextQuery.find(folded, in: bytes, from: 0) != nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    func isFound(in bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBufferPointer { TextQuery.find(folded, in: $0, from: 0) != nil }
    }
    return isFound(in: TextFolding.bytes(of: text))
      || maySpellUmlauts && isFound(in: TextFolding.indexed(text, spellsUmlauts: true).bytes)
  }

  /// Returns at most `limit` matches in `candidate`, as ranges of characters, from left to right.
  ///
  /// Takes linear time for any number of matches, because a file may be a single long line.
  public func ranges(in candidate: String, limit: Int = .max) -> [Range<Int>] {
    guard !folded.isEmpty else { return [] }
    var ranges: [Range<Int>] = []
    func collect(_ bytes: UnsafeBufferPointer<UInt8>, _ characters: [Int]?) {
      var start = 0
      while ranges.count < limit, let found = TextQuery.find(folded, in: bytes, from: start) {
        start = found.upperBound
        guard let characters else {
          ranges.append(found)
          continue
        }
        // A character that folds to several letters is matched as a whole.
        let last = characters[found.upperBound - 1]
        ranges.append(characters[found.lowerBound]..<(last + 1))
        while start < bytes.count, characters[start] == last { start += 1 }
      }
    }
    var candidate = candidate
    let isDone = candidate.withUTF8 { bytes in
      // Most names are ASCII, where each byte is a character, except in CRLF.
      guard bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return false }
      if isASCII { collect(bytes, nil) }
      return true
    }
    if isDone { return ranges }
    for spellsUmlauts in maySpellUmlauts ? [false, true] : [false] where ranges.isEmpty {
      let (bytes, characters) = TextFolding.indexed(candidate, spellsUmlauts: spellsUmlauts)
      bytes.withUnsafeBufferPointer { collect($0, characters) }
    }
    return ranges
  }

  private static func find(
    _ needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Range<Int>? {
    guard let first = needle.first else { return start..<start }
    guard needle.count <= bytes.count, start <= bytes.count - needle.count else { return nil }
    for offset in start...(bytes.count - needle.count) where lowercase(bytes[offset]) == first {
      var matched = 1
      while matched < needle.count, lowercase(bytes[offset + matched]) == needle[matched] {
        matched += 1
      }
      if matched == needle.count { return offset..<(offset + needle.count) }
    }
    return nil
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
  }
}
