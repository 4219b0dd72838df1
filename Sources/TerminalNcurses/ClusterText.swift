import CNcurses

/// Spells a grapheme cluster so that the C library, ncurses and the terminal all agree on how wide it is.
///
/// They count scalar by scalar, knowing nothing of clusters. So if their sum is another than the cell's width,
/// less is shown: the first scalar, or a replacement when even that doesn't fit. The rest of the cell stays blank.
struct ClusterText {
  /// The width of a scalar in the C library's opinion; -1 for one that it doesn't know.
  var widthOfScalar: (Unicode.Scalar) -> Int = { scalar in
    Int(reprise_width(scalar.value))
  }

  /// Returns the scalar of a cluster of one, if all agree on its width: the common case.
  func onlyScalar(of character: Character, width: Int) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex,
      widthOfScalar(first) == width, !Self.isRegionalIndicator(first)
    else { return nil }
    return first
  }

  /// Returns scalars that take no more than the cell's width together: spacing ones, each followed by its marks.
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

  /// Vowel signs take a cell of their own, and so do the letters that join those before them: Thai's am, a conjunct's second consonant.
  private static func joins(_ category: Unicode.GeneralCategory) -> Bool {
    category == .spacingMark || category == .otherLetter
  }

  private static func isJoinerOrSelector(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  // Terminals show a flag in one, two or four cells, but two letters in two.

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard isRegionalIndicator(scalar) else { return nil }
    return Unicode.Scalar(UInt8(scalar.value - 0x1F1E6) + UInt8(ascii: "A"))
  }
}
