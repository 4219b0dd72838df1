import Terminals

/// Folds text for searches: "Straße", "STRASSE" and "strasse" are equal, and so are "İstanbul" and
/// "istanbul", "ﬁle" and "file", "Łódź" and "lodz", "ＷＡＳ" and "was".
enum TextFolding {
  static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      // Other scripts compose characters from several scalars.
      guard append(scalar, to: &bytes) else { return indexed(text).bytes }
    }
    return bytes
  }

  /// `characters` has the index of each byte's character. `spellsUmlauts` folds ä, ö and ü to ae,
  /// oe and ue instead of a, o and u.
  static func indexed(
    _ text: String, spellsUmlauts: Bool = false
  ) -> (bytes: [UInt8], characters: [Int]) {
    var bytes: [UInt8] = []
    var characters: [Int] = []
    for (number, character) in text.enumerated() {
      let scalars = character.unicodeScalars
      if spellsUmlauts, let letters = umlauts[character] {
        bytes += letters.utf8
      } else if scalars.count > 1 || !append(scalars[scalars.startIndex], to: &bytes) {
        bytes += fold(character).utf8
      }
      characters += repeatElement(number, count: bytes.count - characters.count)
    }
    return (bytes, characters)
  }

  /// Appends a scalar whose folding doesn't depend on its neighbours; returns false for any other.
  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) -> Bool {
    let value = scalar.value
    if value < 0x80 {
      bytes.append(value >= 0x41 && value <= 0x5A ? UInt8(value) + 0x20 : UInt8(value))
    } else if value < tableEnd {
      bytes += table[Int(value)]
    } else if (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) {
      bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    } else {
      return false
    }
    return true
  }

  /// The end of Latin, Greek and Cyrillic.
  private static let tableEnd: UInt32 = 0x530
  // Looking up the Unicode name of every character is too slow for 100,000 rows at every key.
  private static let table: [[UInt8]] = (0..<tableEnd).map { value in
    Unicode.Scalar(value).map { Array(fold(Character($0)).utf8) } ?? []
  }

  private static let umlauts: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue",
  ]

  /// Replacements for letters without a decomposition.
  private static let plainLetters: [Unicode.Scalar: String] = [
    "ı": "i", "ȷ": "j", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d",
    "þ": "th", "ħ": "h", "ŧ": "t", "ς": "σ", "ſ": "s", "ǽ": "ae", "µ": "μ", "₊": "+", "₋": "-",
    "⁺": "+", "⁻": "-", "₀": "0", "₁": "1", "₂": "2", "₃": "3", "₄": "4", "₅": "5", "₆": "6",
    "₇": "7", "₈": "8", "₉": "9", "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5",
    "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9",
  ]

  private static func fold(_ character: Character) -> String {
    if character.isWhitespace { return " " }
    if let syllable = hangul(Array(character.unicodeScalars.map(\.value))) { return syllable }
    var text = ""
    for scalar in character.lowercased().unicodeScalars where !isMark(scalar) {
      for letter in (scalar.baseLetters ?? String(Character(scalar))).unicodeScalars {
        text += plainLetters[letter] ?? String(Character(letter))
      }
    }
    return text
  }

  /// Accents, and the vowel signs of Hebrew and Arabic.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670:
      scalar.properties.generalCategory == .nonspacingMark
    default: false
    }
  }

  /// The Korean syllable of two or three jamo, as file names from other systems have it; `nil` for
  /// other characters.
  private static func hangul(_ jamo: [UInt32]) -> String? {
    guard (2...3).contains(jamo.count), (0x1100...0x1112).contains(jamo[0]),
      (0x1161...0x1175).contains(jamo[1]), jamo.count == 2 || (0x11A8...0x11C2).contains(jamo[2])
    else { return nil }
    let end = jamo.count == 3 ? jamo[2] - 0x11A7 : 0
    let value = 0xAC00 + ((jamo[0] - 0x1100) * 21 + jamo[1] - 0x1161) * 28 + end
    return Unicode.Scalar(value).map { String(Character($0)) }
  }
}

extension String {
  /// The text without case and accents: "strasse" for "Straße".
  package var folded: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    return String(decoding: TextFolding.bytes(of: self), as: UTF8.self)
  }
}
