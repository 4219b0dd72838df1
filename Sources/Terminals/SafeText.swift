/// The one way that foreign text takes to become cells.
///
/// A server's string may hold escape sequences, bidirectional overrides or thousands of combining marks. What comes out of
/// here holds none of that: C0 controls and DEL are shown in caret notation (`^[`), C1 controls, bidirectional controls, line
/// and paragraph separators, invisible format characters and tag characters as `<U+202E>`, and a cluster keeps at most
/// `maximumMarks` of its marks. A mark with nothing to stand on is put on a dotted circle.
public enum SafeText {
  /// How many scalars a cluster may have beyond its first.
  public static let maximumMarks = 8

  /// Calls `body` with each safe cluster and its width in cells (1 or 2), until it returns false.
  public static func forEachCluster(of text: String, _ body: (Character, Int) -> Bool) {
    var text = text
    let isSimple = text.withUTF8 { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    if isSimple {
      for byte in text.utf8 where !body(Character(Unicode.Scalar(byte)), 1) { return }
      return
    }
    for character in text where !emit(character, body) { return }
  }

  /// The text as it is shown: each unsafe character made visible.
  public static func visible(_ text: String) -> String {
    var safe = ""
    forEachCluster(of: text) { character, _ in
      safe.append(character)
      return true
    }
    return safe
  }

  private static func emit(_ character: Character, _ body: (Character, Int) -> Bool) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return true }
    if scalars.contains(where: isUnsafe) {
      for scalar in scalars {
        if isUnsafe(scalar) {
          for letter in name(of: scalar) where !body(letter, 1) { return false }
        } else if !emit(Character(scalar), body) {
          return false
        }
      }
      return true
    }
    if CellWidth.isZeroWidth(first) {
      var onCircle = String.UnicodeScalarView("\u{25CC}".unicodeScalars)
      onCircle.append(contentsOf: scalars.prefix(maximumMarks))
      return body(Character(String(onCircle)), 1)
    }
    guard scalars.dropFirst(1 + maximumMarks).isEmpty else {
      let kept = Character(String(String.UnicodeScalarView(scalars.prefix(1 + maximumMarks))))
      return body(kept, CellWidth.of(kept))
    }
    return body(character, CellWidth.of(character))
  }

  /// Whether a scalar could change more than its own cell.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F: true  // C0, DEL, C1
    case 0xAD, 0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x3164, 0xFFA0: true  // invisible
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
    case 0x180E, 0x200B, 0x2028...0x2029, 0x2060...0x2065, 0x206A...0x206F: true
    case 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF: true
    case 0xE0000...0xE0FFF where !(0xE0100...0xE01EF).contains(scalar.value): true  // tags
    default: false
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
