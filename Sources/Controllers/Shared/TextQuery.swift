import Foundation

/// A text to search for. It matches in any case, with any accents, and however they are encoded.
public struct TextQuery: Sendable {
  /// The text, as it was typed.
  public let text: String
  /// The text folded, if an ASCII text can contain it.
  private let asciiBytes: [UInt8]?
  private let folded: [String]

  /// Creates a query; an empty text matches everything.
  ///
  ///     TextQuery("anna 1985")
  public init(_ text: String) {
    self.text = text
    folded = text.map(TextQuery.fold)
    let isASCII = folded.allSatisfy { $0.utf8.count == 1 && $0.utf8.allSatisfy { $0 < 0x80 } }
    asciiBytes = isASCII ? folded.flatMap(\.utf8) : nil
  }

  /// True if there is no text to search for.
  public var isEmpty: Bool { text.isEmpty }

  /// Tells whether a text contains the query's.
  public func matches(_ candidate: String) -> Bool { isEmpty || firstRange(in: candidate) != nil }

  /// Returns the matches in `candidate`, as ranges of characters, from left to right; at most `limit` of them.
  ///
  /// A text is gone through once, however many matches it has: a file may be one line.
  public func ranges(in candidate: String, limit: Int = .max) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    var ranges: [Range<Int>] = []
    func collect(_ next: (Int) -> Range<Int>?) {
      var start = 0
      while ranges.count < limit, let range = next(start) {
        ranges.append(range)
        start = range.upperBound
      }
    }
    var candidate = candidate
    let isDone = candidate.withUTF8 { bytes in
      guard TextQuery.isASCII(bytes) else { return false }
      if let asciiBytes { collect { TextQuery.find(asciiBytes, in: bytes, from: $0) } }
      return true
    }
    if isDone { return ranges }
    let characters = candidate.map(TextQuery.fold)
    collect { find(in: characters, from: $0) }
    return ranges
  }

  private func firstRange(in candidate: String) -> Range<Int>? {
    var candidate = candidate
    let inASCII: Range<Int>?? = candidate.withUTF8 { bytes in
      guard TextQuery.isASCII(bytes) else { return nil }
      guard let asciiBytes else { return .some(nil) }
      return .some(TextQuery.find(asciiBytes, in: bytes, from: 0))
    }
    if let inASCII { return inASCII }
    return find(in: candidate.map(TextQuery.fold), from: 0)
  }

  /// Most names are ASCII, and there a byte is a character.
  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
  }

  private func find(in characters: [String], from start: Int) -> Range<Int>? {
    guard folded.count <= characters.count, start <= characters.count - folded.count else {
      return nil
    }
    for place in start...(characters.count - folded.count)
    where characters[place..<(place + folded.count)].elementsEqual(folded) {
      return place..<(place + folded.count)
    }
    return nil
  }

  private static func find(
    _ needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Range<Int>? {
    guard needle.count <= bytes.count, start <= bytes.count - needle.count else { return nil }
    for place in start...(bytes.count - needle.count) {
      var matched = 0
      while matched < needle.count, lowercase(bytes[place + matched]) == needle[matched] {
        matched += 1
      }
      if matched == needle.count { return place..<(place + needle.count) }
    }
    return nil
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
  }

  private static func fold(_ character: Character) -> String {
    if let ascii = character.asciiValue { return String(Unicode.Scalar(lowercase(ascii))) }
    return String(character).folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
