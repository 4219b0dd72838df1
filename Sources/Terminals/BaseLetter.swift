extension Unicode.Scalar {
  /// The letter without its accents, such as "e" for "é", "ł" without its stroke, and the letters
  /// of a ligature; `nil` if the scalar is no such letter. It is read from the scalar's Unicode
  /// name, because the standard library can't decompose text and Foundation's ICU is large.
  package var baseLetters: String? {
    if (0xFF01...0xFF5E).contains(value) {
      // The wide forms of ASCII.
      return Unicode.Scalar(value - 0xFEE0).map { String(Character($0)) }
    }
    if let letters = Self.irregularLetters[self] { return letters }
    guard let name = properties.name else { return nil }
    let words = name.split(separator: " ")
    guard words.count > 3, words[0] == "LATIN" || words[0] == "GREEK" || words[0] == "CYRILLIC"
    else { return nil }
    let isCapital = words[1] == "CAPITAL"
    if words[2] == "LIGATURE", words.count == 4 {
      return isCapital ? String(words[3]) : words[3].lowercased()
    }
    guard words[2] == "LETTER", words.count > 5, words[4] == "WITH" else { return nil }
    guard words[0] == "LATIN" else { return Self.letters["\(words[0]) \(words[1]) \(words[3])"] }
    guard words[3].count == 1 else { return nil }
    return isCapital ? String(words[3]) : words[3].lowercased()
  }

  /// Greek and Cyrillic letters by "GREEK SMALL ALPHA".
  private static let letters: [String: String] = {
    var letters: [String: String] = [:]
    for scalar in (0x370..<0x530).lazy.compactMap({ Unicode.Scalar($0 as UInt32) }) {
      let words = scalar.properties.name?.split(separator: " ") ?? []
      guard words.count == 4, words[2] == "LETTER" else { continue }
      letters["\(words[0]) \(words[1]) \(words[3])"] = String(Character(scalar))
    }
    return letters
  }()

  private static let irregularLetters: [Unicode.Scalar: String] = [
    "ﬅ": "st", "Й": "И", "й": "и", "Ё": "Е", "ё": "е", "Ї": "І", "ї": "і", "Ў": "У", "ў": "у",
    "Ѓ": "Г", "ѓ": "г", "Ќ": "К", "ќ": "к",
  ]
}
