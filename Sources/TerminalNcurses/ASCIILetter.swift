import Foundation

/// The letter for a character where only ASCII can be shown. Always one cell, so `…` is no `...` but a `~`.
enum ASCIILetter {
  static func of(_ character: Character) -> Unicode.Scalar {
    if let sign = signs[character] { return sign }
    if let dots = dots(of: character) { return dots }
    // A letter is better read without its accent than not at all.
    let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first
    return base.flatMap { $0.isASCII ? $0 : nil } ?? "?"
  }

  /// The letter for a cell of a finer drawing: dots in its upper half, its lower half, or both.
  private static func dots(of character: Character) -> Unicode.Scalar? {
    guard let scalar = character.unicodeScalars.first, (0x2800...0x28FF).contains(scalar.value)
    else { return nil }
    let pattern = scalar.value - 0x2800
    let isUpper = pattern & 0b0001_1011 != 0
    let isLower = pattern & 0b1110_0100 != 0
    return isUpper ? (isLower ? ":" : "'") : (isLower ? "." : " ")
  }

  private static let signs: [Character: Unicode.Scalar] = [
    "●": "*", "◐": "o", "■": "#", "✕": "x", "›": ">", "…": "~", "▲": "^", "▼": "v",
    "─": "-", "│": "|", "▌": "|", "↑": "^", "↓": "v", "←": "<", "→": ">", "·": "-",
    "‘": "'", "’": "'", "“": "\"", "”": "\"", "–": "-", "—": "-", "\u{A0}": " ",
  ]
}
