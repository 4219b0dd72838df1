/// Sanitizes untrusted text. All text that is drawn goes through this type.
///
/// A server's text may contain escape sequences, bidirectional overrides or thousands of combining
/// marks. C0 controls and DEL are shown in caret notation (`^[`); C1 controls, bidirectional
/// controls, line and paragraph separators, invisible format characters and tag characters as
/// `<U+202E>`. A cluster keeps at most `maximumMarks` of its marks, and a mark without a base is
/// shown on a dotted circle.
///
/// Sanitizing is idempotent.
public enum SafeText {
  /// The maximum number of combining marks that are shown on one character: 8. Further marks are
  /// dropped.
  public static let maximumMarks = 8

  /// Sanitizes a text and calls `body` with each grapheme cluster and its width in cells (1 or 2).
  /// Stops when `body` returns `false`, without reading the rest of the text.
  public static func forEachCluster(of text: String, _ body: (Character, Int) -> Bool) {
    forEachPiece(of: text) { piece in
      switch piece {
      case .ascii(let bytes): bytes.allSatisfy { body(Character(Unicode.Scalar($0)), 1) }
      case .scalar(let scalar, let width): body(Character(scalar), width)
      case .cluster(let cluster, let width): body(cluster, width)
      }
    }
  }

  /// Returns a text in the form in which it is drawn: unsafe characters are replaced by visible
  /// notations such as `^[`.
  public static func visible(_ text: String) -> String {
    var safe = ""
    forEachCluster(of: text) { character, _ in
      safe.append(character)
      return true
    }
    return safe
  }

  /// Returns text that is safe to copy to the clipboard: line feeds and tabs stay, other unsafe
  /// characters are made visible.
  ///
  /// Every terminal's `copy` must use this. Otherwise an Escape in the clipboard could end a
  /// bracketed paste, and the shell would run the text after it.
  public static func copyable(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)
          .map { visible(String($0)) }.joined(separator: "\t")
      }
      .joined(separator: "\n")
  }

  /// A piece of safe text. Simple scalars are decoded directly from UTF-8.
  enum Piece {
    /// At least one character of printable ASCII, one cell each.
    case ascii(UnsafeBufferPointer<UInt8>)
    case scalar(Unicode.Scalar, width: Int)
    case cluster(Character, width: Int)
  }

  /// Calls `body` with each piece of the sanitized text, until it returns `false`.
  static func forEachPiece(of text: String, _ body: (Piece) -> Bool) {
    var contiguous = text
    contiguous.makeContiguousUTF8()
    let text = contiguous
    contiguous.withUTF8 { bytes in
      var offset = 0
      while offset < bytes.count {
        let end = endOfASCII(in: bytes, from: offset)
        if end > offset {
          let run = UnsafeBufferPointer(rebasing: bytes[offset..<end])
          guard body(.ascii(run)) else { return }
          offset = end
        } else if let (scalar, width, length) = simpleScalar(in: bytes, at: offset),
          standsAlone(in: bytes, before: offset + length)
        {
          guard body(.scalar(scalar, width: width)) else { return }
          offset += length
        } else {
          let cluster = text[text.utf8.index(text.startIndex, offsetBy: offset)]
          guard emit(cluster, { body(.cluster($0, width: $1)) }) else { return }
          offset += cluster.utf8.count
        }
      }
    }
  }

  /// Returns the end of a run of printable ASCII, without a last character that has marks.
  private static func endOfASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    // Limits the work to a few rows' worth, because a text may have millions of bytes.
    let limit = min(bytes.count, start + 512)
    var end = start
    while end < limit, bytes[end] >= 0x20, bytes[end] < 0x7F { end += 1 }
    return end == start || standsAlone(in: bytes, before: end) ? end : end - 1
  }

  /// Returns whether a simple scalar that ends at `next` is a cluster by itself.
  private static func standsAlone(in bytes: UnsafeBufferPointer<UInt8>, before next: Int) -> Bool {
    next == bytes.count || bytes[next] < 0x80 || simpleScalar(in: bytes, at: next) != nil
  }

  /// The width is in cells, the length in bytes.
  private static func simpleScalar(
    in bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (scalar: Unicode.Scalar, width: Int, length: Int)? {
    let first = UInt32(bytes[offset])
    let value: UInt32
    let length: Int
    switch first {
    case 0xC0..<0xE0:
      length = 2
      value = (first & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
    case 0xE0..<0xF0:
      length = 3
      value =
        (first & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
        | UInt32(bytes[offset + 2] & 0x3F)
    default: return nil
    }
    guard let width = widthIfSimple(value), let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, width, length)
  }

  /// `nil` unless the scalar is safe and never forms a cluster with ASCII or another simple scalar.
  /// Covers the large blocks that need no table lookup, not every such scalar.
  static func widthIfSimple(_ value: UInt32) -> Int? {
    switch value {
    case 0xAD: nil
    case 0xA0...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x1E00...0x1FFF: 1  // Latin, Greek, Cyrillic
    case 0x2010...0x2027, 0x2030...0x205E, 0x2070...0x20CF: 1  // punctuation, currencies
    case 0x2100...0x2319, 0x2500...0x25FC: 1  // arrows, mathematics, boxes
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF: 2  // kana
    case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: 2  // ideographs, hangul, full width
    default: nil
    }
  }

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
      var prefix = scalars.prefix(1 + maximumMarks)
      while prefix.last == "\u{200D}" { prefix.removeLast() }
      return emitChecked(String.UnicodeScalarView(prefix), body)
    }
    return emitInParts(scalars, body)
  }

  /// Emits the clusters of the standard library, in case its tables differ from ours.
  private static func emitChecked(
    _ scalars: String.UnicodeScalarView, _ body: (Character, Int) -> Bool
  ) -> Bool {
    String(scalars).allSatisfy { body($0, CellWidth.of($0)) }
  }

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

  /// One cluster for each scalar with a width, with at most `maximumMarks` of its marks.
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

  /// A medial or final Hangul letter without a syllable can't be shown even on a dotted circle.
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
