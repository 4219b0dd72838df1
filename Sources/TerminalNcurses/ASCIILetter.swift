import Foundation

/// The ASCII substitute for a character. Always one cell wide: `…` becomes `~`, not `...`.
enum ASCIILetter {
  static func of(_ character: Character) -> Unicode.Scalar {
    if let sign = signs[character] { return sign }
    if let dots = dots(of: character) { return dots }
    // A letter without its accent is better than a question mark.
    let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first
    return base.flatMap { $0.isASCII ? $0 : nil } ?? "?"
  }

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
