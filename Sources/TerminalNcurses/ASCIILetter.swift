import Foundation

/// What stands for a character where only ASCII can be shown. Always one cell, so `…` is no `...` but a `~`.
enum ASCIILetter {
  static func of(_ character: Character) -> Unicode.Scalar {
    if let sign = signs[character] { return sign }
    // A letter is better read without its accent than not at all.
    let base = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.first
    return base.flatMap { $0.isASCII ? $0 : nil } ?? "?"
  }

  private static let signs: [Character: Unicode.Scalar] = [
    "●": "*", "◐": "o", "■": "#", "✕": "x", "›": ">", "…": "~", "▲": "^", "▼": "v",
    "─": "-", "│": "|", "▌": "|", "↑": "^", "↓": "v", "←": "<", "→": ">", "·": "-",
    "‘": "'", "’": "'", "“": "\"", "”": "\"", "–": "-", "—": "-", "\u{A0}": " ",
  ]
}
