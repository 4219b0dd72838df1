extension Unicode.Scalar {
  /// The letter without its accents, such as "e" for "é" and "l" for "ł", or the letters of a
  /// ligature; `nil` if the scalar is no such letter. It is read from the scalar's Unicode name,
  /// because the standard library can't decompose text, and ICU would be most of the program.
  package var baseLetters: String? {
    if (0xFF01...0xFF5E).contains(value) {
      // The wide forms of ASCII.
      return Unicode.Scalar(value - 0xFEE0).map { String(Character($0)) }
    }
    if let letter = Self.irregularLetters[self] { return letter }
    guard let name = properties.name else { return nil }
    if let letters = Self.rest(of: name, after: "LATIN SMALL LIGATURE ") {
      return letters.utf8.count <= 3 ? letters.lowercased() : nil
    }
    let end = name.utf8.indices.first { name.utf8[$0...].starts(with: " WITH ".utf8) }
    guard let end else { return nil }
    let base = name[..<end]
    if let letter = Self.rest(of: base, after: "LATIN SMALL LETTER ") {
      return letter.utf8.count == 1 ? letter.lowercased() : nil
    }
    if let letter = Self.rest(of: base, after: "LATIN CAPITAL LETTER ") {
      return letter.utf8.count == 1 ? String(letter) : nil
    }
    return Self.otherLetters[String(base)]
  }

  private static func rest(of name: some StringProtocol, after start: String) -> String? {
    name.utf8.starts(with: start.utf8) ? String(name.dropFirst(start.utf8.count)) : nil
  }

  /// Greek and Cyrillic letters by their names.
  private static let otherLetters: [String: String] = {
    var letters: [String: String] = [:]
    for scalar in (0x370..<0x530).lazy.compactMap({ Unicode.Scalar($0 as UInt32) }) {
      if let name = scalar.properties.name { letters[name] = String(Character(scalar)) }
    }
    return letters
  }()

  private static let irregularLetters: [Unicode.Scalar: String] = [
    "ﬅ": "st", "Й": "И", "й": "и", "Ё": "Е", "ё": "е", "Ї": "І", "ї": "і", "Ў": "У", "ў": "у",
    "Ѓ": "Г", "ѓ": "г", "Ќ": "К", "ќ": "к",
  ]
}
