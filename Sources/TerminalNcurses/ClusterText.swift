import CNcurses
import Glibc
import Terminals

/// Reduces a grapheme cluster to scalars on whose width the C library, ncurses and the terminal
/// agree: they add up single scalars. If the sum differs from the cell's width, only the first
/// scalar or a replacement character is shown, and the rest of the cell stays blank.
struct ClusterText {
  /// Returns a scalar's width according to the C library, or -1 if the library doesn't know it.
  var widthOfScalar: (Unicode.Scalar) -> Int = { scalar in
    Int(reprise_width(scalar.value))
  }

  /// Returns the scalar of a single-scalar cluster, if its width is undisputed.
  func onlyScalar(of character: Character, width: Int) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex,
      widthOfScalar(first) == width, !Self.isRegionalIndicator(first)
    else { return nil }
    return first
  }

  /// Returns scalars no wider than the cell in total: spacing characters and their marks.
  func scalars(of character: Character, width: Int) -> [Unicode.Scalar] {
    let scalars = character.unicodeScalars.filter { !Self.isJoinerOrSelector($0) }
    guard let first = scalars.first else { return [] }
    if Self.isRegionalIndicator(first) { return scalars.prefix(width).compactMap(Self.letter) }

    let widths = scalars.map(widthOfScalar)
    let isSpelt = zip(scalars, widths).dropFirst().allSatisfy { scalar, width in
      width == 0 || Self.joins(scalar.properties.generalCategory)
    }
    if isSpelt, widths[0] > 0, widths.reduce(0, +) == width { return Array(scalars) }
    return (1...width).contains(widths[0]) ? [first] : ["\u{FFFD}"]
  }

  /// Vowel signs, sara am and a conjunct's second consonant occupy their own cell.
  private static func joins(_ category: Unicode.GeneralCategory) -> Bool {
    category == .spacingMark || category == .otherLetter
  }

  private static func isJoinerOrSelector(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  // Terminals show a flag in one, two or four cells, but two letters always in two.

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard isRegionalIndicator(scalar) else { return nil }
    return Unicode.Scalar(UInt8(scalar.value - 0x1F1E6) + UInt8(ascii: "A"))
  }
}

/// The ASCII substitute for a character. Always one cell wide: `…` becomes `~`, not `...`.
enum ASCIILetter {
  static func of(_ character: Character) -> Unicode.Scalar {
    if let sign = signs[character] { return sign }
    if let dots = dots(of: character) { return dots }
    // A letter without its accent is better than a question mark.
    guard let first = character.unicodeScalars.first else { return "?" }
    let base = first.baseLetters?.unicodeScalars.first ?? first
    return base.isASCII ? base : "?"
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
