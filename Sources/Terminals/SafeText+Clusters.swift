extension SafeText {
  /// Calls `body` with the safe form of one cluster. Returns `false` as soon as `body` does.
  static func emit(_ cluster: Character, _ body: (Character, Int) -> Bool) -> Bool {
    var scalars = cluster.unicodeScalars
    guard let first = scalars.first else { return true }
    if isNamed(first, afterNothing: true) || scalars.contains(where: isUnsafe) {
      return emitWithNames(scalars, body)
    }
    let isLoneMark = CellWidth.isZeroWidth(first)
    if isLoneMark { scalars.insert("\u{25CC}", at: scalars.startIndex) }
    if scalars.dropFirst(1 + maximumMarks).isEmpty {
      if isLoneMark { return emitChecked(scalars, body) }
      let width = CellWidth.sum(of: cluster)
      // An emoji is always two cells wide; the letters of a conjunct each have their own width.
      if width <= 2 || first.properties.isEmoji { return body(cluster, min(2, max(1, width))) }
    } else if first.properties.isEmoji {
      // A truncated emoji must not join the character that follows.
      var kept = scalars.prefix(1 + maximumMarks)
      while kept.last == "\u{200D}" { kept.removeLast() }
      return emitChecked(String.UnicodeScalarView(kept), body)
    }
    return emitInParts(scalars, body)
  }

  /// Emits the clusters of the standard library, in case its tables differ from ours.
  private static func emitChecked(
    _ scalars: String.UnicodeScalarView, _ body: (Character, Int) -> Bool
  ) -> Bool {
    String(scalars).allSatisfy { body($0, CellWidth.of($0)) }
  }

  /// Emits a cluster with unsafe scalars: the unsafe ones by name, the others unchanged.
  private static func emitWithNames(
    _ scalars: String.UnicodeScalarView, _ body: (Character, Int) -> Bool
  ) -> Bool {
    var safe = String.UnicodeScalarView()
    func emitSafe() -> Bool {
      defer { safe = String.UnicodeScalarView() }
      return String(safe).allSatisfy { emit($0, body) }
    }
    for scalar in scalars {
      if isNamed(scalar, afterNothing: safe.isEmpty) {
        guard emitSafe(), name(of: scalar).allSatisfy({ body($0, 1) }) else { return false }
      } else {
        safe.append(scalar)
      }
    }
    return emitSafe()
  }

  /// Emits a cluster with too many scalars or that is too wide: one cluster for each scalar with a
  /// width, with at most `maximumMarks` of its marks.
  private static func emitInParts(
    _ scalars: String.UnicodeScalarView, _ body: (Character, Int) -> Bool
  ) -> Bool {
    var part = String.UnicodeScalarView()
    var marks = 0
    for scalar in scalars {
      if !CellWidth.isZeroWidth(scalar) {
        guard emitChecked(part, body) else { return false }
        part = String.UnicodeScalarView([scalar])
        marks = 0
      } else if marks < maximumMarks {
        part.append(scalar)
        marks += 1
      }
    }
    return emitChecked(part, body)
  }

  /// Returns whether a scalar is shown by name. A medial or final Hangul letter without a syllable
  /// can't be shown even on a dotted circle.
  private static func isNamed(_ scalar: Unicode.Scalar, afterNothing: Bool) -> Bool {
    isUnsafe(scalar) || afterNothing && CellWidth.isMedialOrFinalJamo(scalar)
  }

  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F: true  // C0, DEL, C1
    case 0xAD, 0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x3164, 0xFFA0: true  // invisible
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
    case 0x180E, 0x200B, 0x2028...0x2029, 0x2060...0x2065, 0x206A...0x206F: true
    case 0xFDD0...0xFDEF, 0xFEFF, 0xFFF0...0xFFFB: true
    case 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true  // joiners, ties and beams
    case 0xE0000...0xE0FFF where !(0xE0100...0xE01EF).contains(scalar.value): true  // tags
    default: scalar.value & 0xFFFE == 0xFFFE  // noncharacters
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20 || scalar.value == 0x7F {
      return "^" + String(Unicode.Scalar(UInt8(scalar.value ^ 0x40)))
    }
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + ">"
  }
}
