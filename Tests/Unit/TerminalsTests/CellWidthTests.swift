import Testing

@testable import Terminals

@Suite struct CellWidthTests {
  @Test(arguments: 0x20...0x7E as ClosedRange<UInt8>)
  func asciiTakesOneCell(byte: UInt8) {
    #expect(CellWidth.of(Character(Unicode.Scalar(byte))) == 1)
  }

  @Test(arguments: [
    "é", "ß", "ж", "Ω", "א", "ع", "…", "─", "●", "›", "←", "∞", "€", "½", "\u{A0}", "\u{2800}",
    "①", "ｶ", "\u{E000}", "\u{600}", "\u{25CC}", "\u{10FFFD}",
  ])
  func narrowAndAmbiguousCharactersTakeOneCell(character: Character) {
    #expect(CellWidth.of(character) == 1)
  }

  @Test(
    "Cell width of a combining mark is zero",
    arguments: [("\u{2FF}", 1), ("\u{300}", 0), ("\u{301}", 0), ("\u{36F}", 0), ("\u{370}", 1)])
  func aMarkTakesNoCellOfItsOwn(scalar: Unicode.Scalar, width: Int) {
    #expect(CellWidth.of(scalar) == width)
  }

  @Test(arguments: [
    "漢", "字", "か", "カ", "ㄅ", "한", "가", "\u{3000}", "、", "〈", "\u{20000}", "\u{30000}",
    "\u{17000}", "⼀", "㈱", "䷀",
  ])
  func eastAsianWideCharactersTakeTwoCells(character: Character) {
    #expect(CellWidth.of(character) == 2)
  }

  @Test(arguments: ["Ａ", "ｚ", "０", "！", "￥", "～"])
  func fullWidthFormsTakeTwoCells(character: Character) {
    #expect(CellWidth.of(character) == 2)
  }

  @Test(
    arguments: [
      ("emoji", "😀", 2), ("watch", "⌚", 2), ("family", "👩‍👩‍👧‍👦", 2), ("pirate flag", "🏴‍☠️", 2),
      ("rainbow flag", "🏳️‍🌈", 2), ("heart on fire", "❤️‍🔥", 2), ("skin tone", "👍🏽", 2),
      ("skin tone on a narrow sign", "☝🏽", 2), ("lone skin tone", "🏽", 2),
      ("text heart", "❤", 1), ("heart as picture", "❤️", 2), ("heart as text", "❤\u{FE0E}", 1),
      ("watch as text", "⌚\u{FE0E}", 2), ("flag", "🇮🇹", 2), ("half a flag", "🇮", 2),
      ("keycap", "1️⃣", 2), ("keycap of a star", "*️⃣", 2), ("keycap without selector", "1\u{20E3}", 1),
      ("letter with selector", "a\u{FE0F}", 1),
    ] as [(String, Character, Int)])
  func emojiTakeTwoCellsUnlessTheyAreText(name: String, character: Character, width: Int) {
    #expect(CellWidth.of(character) == width, "\(name)")
  }

  @Test(
    arguments: [
      ("beginning", "\u{1100}", 2), ("beginning and vowel", "\u{1100}\u{1161}", 2),
      ("whole syllable", "\u{1112}\u{1161}\u{11AB}", 2), ("syllable and end", "가\u{11A8}", 2),
      ("old beginning", "\u{A960}", 2), ("compatibility jamo", "ㄱ", 2), ("half width", "ﾡ", 1),
    ] as [(String, Character, Int)])
  func hangulTakesTwoCellsASyllable(name: String, character: Character, width: Int) {
    #expect(CellWidth.of(character) == width, "\(name)")
  }

  @Test(
    arguments: [
      ("क", 1), ("कि", 2), ("क्ष", 2), ("क्षि", 2), ("स्त्र्या", 2), ("க்", 1), ("เ", 1), ("ที่", 1),
    ] as [(String, Int)])
  func aSyllableOfIndicScriptsTakesNoMoreThanTwoCells(syllable: String, width: Int) {
    #expect(syllable.map(CellWidth.of) == [width])
  }

  @Test(arguments: [
    ("Café", "Cafe\u{301}"), ("Å", "A\u{30A}"), ("ệ", "e\u{323}\u{302}"),
    ("한", "\u{1112}\u{1161}\u{11AB}"),
    ("が", "か\u{3099}"), ("Ａ\u{30A}", "Ａ"),
  ])
  func composedAndDecomposedTextIsEquallyWide(one: String, other: String) {
    #expect(CellWidth.of(one) == CellWidth.of(other))
  }

  @Test(
    "Cell width of text is that of its visible form",
    arguments: [
      ("", 0), ("abc", 3), ("äöü", 3), ("漢字", 4), ("a漢b", 4), ("e\u{301}", 1), ("\u{301}", 1),
      ("\u{1B}[0m", 5), ("\u{202E}", 8), ("👩‍👩‍👧‍👦!", 3),
    ])
  func textIsAsWideAsWhatIsShownOfIt(text: String, width: Int) {
    #expect(CellWidth.of(text) == width)
    #expect(CellWidth.of(SafeText.visible(text)) == width)
  }

  @Test(
    "Cell width comparison with a limit",
    arguments: ["", "abc", "äöü", "漢字", "a漢b", "e\u{301}e\u{301}", "\u{1B}[0m", "👍🏽👍🏽"])
  func textExceedsWhateverIsLessThanItsWidth(text: String) {
    let width = CellWidth.of(text)
    for limit in -1...12 {
      #expect(CellWidth.exceeds(text, limit) == (width > limit), "\(limit)")
    }
    #expect(!CellWidth.exceeds(text, .max))
    #expect(CellWidth.exceeds(text, .min))
  }

  @Test("Cell width ranges are ordered and disjoint") func wideRangesAreInOrderAndApart() {
    for (one, next) in zip(CellWidth.wideRanges, CellWidth.wideRanges.dropFirst()) {
      #expect(one.upperBound < next.lowerBound)
    }
  }

  @Test("Cell width of each scalar in a wide range is two") func everyMemberOfAWideRangeIsWide() {
    for range in CellWidth.wideRanges where range.upperBound < 0x20000 {
      for scalar in range.compactMap({ Unicode.Scalar($0) }) {
        #expect(CellWidth.of(scalar) == 2, "U+\(String(scalar.value, radix: 16))")
      }
    }
  }
}
