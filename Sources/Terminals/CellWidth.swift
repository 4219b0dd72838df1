/// The number of cells that a grapheme cluster takes.
///
/// East Asian wide characters and emoji take two, marks none of their own, all else one (Unicode Standard Annex #11; emoji
/// sequences per Unicode Technical Standard #51). Ambiguous characters count as narrow, as in every UTF-8 locale's terminal.
public enum CellWidth {
  /// The width of one safe cluster: 1 or 2.
  public static func of(_ character: Character) -> Int {
    min(2, max(1, sum(of: character)))
  }

  /// The width of a cluster whose scalars stand beside each other, which may be more than a cell takes.
  static func sum(of character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 1 }
    var sum = 0
    for scalar in scalars {
      // Variation selector 16 asks for the emoji picture, which is two cells wide.
      if scalar.value == 0xFE0F, first.properties.isEmoji { return 2 }
      sum += of(scalar)
    }
    return sum
  }

  /// The width of text, as `SafeText` shows it.
  public static func of(_ text: String) -> Int {
    var sum = 0
    SafeText.forEachPiece(of: text) { piece in
      sum += piece.width
      return true
    }
    return sum
  }

  /// Tells whether text needs more than so many cells. Reads no more of the text than it has to.
  public static func exceeds(_ text: String, _ limit: Int) -> Bool {
    var sum = 0
    SafeText.forEachPiece(of: text) { piece in
      sum += piece.width
      return sum <= limit
    }
    return sum > limit
  }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if isZeroWidth(scalar) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    if isMedialOrFinalJamo(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    case .format: return !isPrependedMark(scalar)
    default: return false
    }
  }

  /// Tells whether a scalar is a medial vowel or a final consonant of Hangul, which joins the syllable before it.
  static func isMedialOrFinalJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  /// Tells whether a scalar is a sign that stands before or around numbers: a format character that can be seen.
  private static func isPrependedMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }
}

extension SafeText.Piece {
  fileprivate var width: Int {
    switch self {
    case .ascii(let bytes): bytes.count
    case .scalar(_, let width), .cluster(_, let width): width
    }
  }
}
