import RepriseTesting

/// Text of the scalars that make trouble: controls, overrides, joiners, marks, parts of emoji and
/// of syllables.
enum NastyText {
  static func random(upTo length: Int, using generator: inout SplitMix64) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &generator) {
      let group = groups[Int.random(in: 0..<groups.count, using: &generator)]
      guard let scalar = group.randomElement(using: &generator) else { continue }
      let count = Int.random(in: 0..<12, using: &generator) == 0 ? 11 : 1
      for _ in 0..<count { scalars.append(scalar) }
    }
    return String(scalars)
  }

  private static let groups: [[Unicode.Scalar]] = [
    scalars(0x20...0x7E), scalars(0x00...0x1F), scalars(0x7F...0x9F), scalars(0xA0...0xFF),
    ["\u{061C}", "\u{200E}", "\u{200F}", "\u{202E}", "\u{2066}", "\u{2069}"],
    ["\u{AD}", "\u{34F}", "\u{180E}", "\u{200B}", "\u{2028}", "\u{2029}", "\u{2060}", "\u{FEFF}"],
    ["\u{200C}", "\u{200D}", "\u{200D}", "\u{FE0E}", "\u{FE0F}", "\u{E0101}", "\u{20E3}"],
    scalars(0xE0060...0xE007F), scalars(0x300...0x36F), ["\u{488}", "\u{1AB0}", "\u{302E}"],
    ["👩", "👨", "🏴", "❤", "⌚", "☠", "\u{1F3FB}", "\u{1F3FF}", "\u{1F1E9}", "\u{1F1EA}"],
    ["क", "ष", "त", "\u{94D}", "\u{93C}", "\u{93E}", "\u{93F}", "ക", "\u{D4D}", "\u{D4E}"],
    ["\u{1100}", "\u{115F}", "\u{1160}", "\u{1161}", "\u{11A8}", "\u{D7B0}", "한", "가"],
    ["\u{600}", "\u{6DD}", "\u{110BD}", "\u{111C2}", "\u{13430}", "\u{1BCA0}", "\u{1D173}"],
    ["漢", "か", "\u{3099}", "ｶ", "\u{FF9E}", "Ａ", "─", "…", "é", "ж", "\u{E000}", "\u{10FFFF}"],
    ["e", "a", "1", "#", "\u{1B}", "[", "\u{9B}", "\u{7}", "\r", "\n"],
  ]

  private static func scalars(_ values: ClosedRange<UInt32>) -> [Unicode.Scalar] {
    values.compactMap { Unicode.Scalar($0) }
  }
}
