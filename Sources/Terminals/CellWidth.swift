/// Computes the number of terminal cells that text occupies.
///
/// East Asian wide characters and emoji occupy two cells, combining marks none, and all other
/// characters one (Unicode Standard Annex #11; emoji sequences per Unicode Technical Standard #51).
/// Ambiguous characters count as narrow, as terminals in UTF-8 locales do.
public enum CellWidth {
  /// Returns the width of one safe cluster: 1 or 2.
  public static func of(_ character: Character) -> Int {
    min(2, max(1, sum(of: character)))
  }

  /// Returns the sum of the widths of a cluster's scalars, which may be greater than 2.
  static func sum(of character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 1 }
    var sum = 0
    for scalar in scalars {
      // Variation selector 16 requests the emoji presentation, which is two cells wide.
      if scalar.value == 0xFE0F, first.properties.isEmoji { return 2 }
      sum += of(scalar)
    }
    return sum
  }

  /// Returns the width of text as `SafeText` shows it.
  public static func of(_ text: String) -> Int {
    var sum = 0
    SafeText.forEachPiece(of: text) { piece in
      sum += piece.width
      return true
    }
    return sum
  }

  /// Returns whether text is wider than `limit` cells. Stops reading as soon as it is.
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

  /// Returns whether a scalar is a medial or final Hangul letter, which joins the syllable before
  /// it.
  static func isMedialOrFinalJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)
  }

  /// Returns whether a scalar is a visible format character, written before or around numbers.
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
