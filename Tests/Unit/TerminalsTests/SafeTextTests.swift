import Testing

@testable import Terminals

@Suite struct SafeTextTests {
  @Test(arguments: 0...0x1F as ClosedRange<UInt8>)
  func everyC0ControlIsShownInCaretNotation(byte: UInt8) {
    let text = "a" + String(Unicode.Scalar(byte)) + "b"
    #expect(SafeText.visible(text) == "a^" + String(Unicode.Scalar(byte + 0x40)) + "b")
    #expect(CellWidth.of(text) == 4)
  }

  @Test("Safe text shows DEL in caret notation") func deleteIsShownInCaretNotation() {
    #expect(SafeText.visible("a\u{7F}b") == "a^?b")
  }

  @Test("Safe text shows C1 controls by number", arguments: 0x80...0x9F as ClosedRange<UInt8>)
  func everyC1ControlIsShownByItsNumber(byte: UInt8) {
    let text = "a" + String(Unicode.Scalar(byte)) + "b"
    #expect(SafeText.visible(text) == "a<U+00\(String(byte, radix: 16, uppercase: true))>b")
  }

  @Test(
    "Safe text shows bidirectional controls by number",
    arguments: [
      0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
      0x2069,
    ] as [UInt32])
  func everyBidirectionalControlIsShownByItsNumber(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let hex = String(value, radix: 16, uppercase: true)
    let number = String(repeating: "0", count: 4 - hex.count) + hex
    #expect(SafeText.visible("user\(scalar)nimda") == "user<U+\(number)>nimda")
  }

  @Test(
    "Safe text shows invisible characters by number",
    arguments: [
      ("line separator", "a\u{2028}b", "a<U+2028>b"),
      ("paragraph separator", "a\u{2029}b", "a<U+2029>b"),
      ("soft hyphen", "co\u{AD}op", "co<U+00AD>op"),
      ("zero width space", "a\u{200B}b", "a<U+200B>b"),
      ("word joiner", "a\u{2060}b", "a<U+2060>b"),
      ("byte order mark", "\u{FEFF}a", "<U+FEFF>a"),
      ("Mongolian vowel separator", "a\u{180E}b", "a<U+180E>b"),
      ("interlinear annotation", "a\u{FFF9}b", "a<U+FFF9>b"),
      ("grapheme joiner", "a\u{34F}b", "a<U+034F>b"),
      ("Hangul filler", "a\u{3164}b", "a<U+3164>b"),
      ("half-width Hangul filler", "a\u{FFA0}b", "a<U+FFA0>b"),
      ("musical beam", "a\u{1D173}b", "a<U+1D173>b"),
      ("hieroglyph joiner", "\u{13000}\u{13430}\u{13001}", "\u{13000}<U+13430>\u{13001}"),
      ("shorthand overlap", "a\u{1BCA0}b", "a<U+1BCA0>b"),
      ("noncharacter", "a\u{1FFFE}b", "a<U+1FFFE>b"),
      ("language tag", "a\u{E0001}b", "a<U+E0001>b"),
    ])
  func whatCannotBeSeenIsShownByItsNumber(name: String, text: String, visible: String) {
    #expect(SafeText.visible(text) == visible, "\(name)")
  }

  @Test("Safe text shows a tag flag as a black flag and tags")
  func theFlagOfEnglandIsABlackFlagAndItsTags() {
    let england = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    #expect(england.count == 1)
    #expect(
      SafeText.visible(england)
        == "🏴<U+E0067><U+E0062><U+E0065><U+E006E><U+E0067><U+E007F>")
  }

  @Test(arguments: [
    ("\u{1B}[2Jgone", "^[[2Jgone"),
    ("\u{1B}]0;title\u{7}", "^[]0;title^G"),
    ("\u{1B}]8;;https://example.org\u{1B}\\link", "^[]8;;https://example.org^[\\link"),
    ("\u{1B}]52;c;cm0gLXJm\u{7}", "^[]52;c;cm0gLXJm^G"),
    ("\u{1B}P$q\u{1B}\\", "^[P$q^[\\"),
    ("\u{9B}31mred", "<U+009B>31mred"),
    ("\u{9D}0;title\u{9C}", "<U+009D>0;title<U+009C>"),
    ("\u{1B}[201~rm", "^[[201~rm"),
  ])
  func anEscapeSequenceIsShownAsText(text: String, visible: String) {
    #expect(SafeText.visible(text) == visible)
  }

  @Test(
    "Safe text shows line ends",
    arguments: [
      ("a\r\nb", "a^M^Jb"), ("a\r\u{301}b", "a^M\u{25CC}\u{301}b"), ("\n\n", "^J^J"), ("\t", "^I"),
    ])
  func lineEndsAreShownToo(text: String, visible: String) {
    #expect(Array(SafeText.visible(text).utf8) == Array(visible.utf8))
  }

  @Test("Safe text keeps eight of ten thousand marks") func ofTenThousandMarksEightAreKept() {
    let text = "e" + String(repeating: "\u{301}", count: 10_000) + "x"
    #expect(
      Array(SafeText.visible(text).unicodeScalars)
        == Array(("e" + String(repeating: "\u{301}", count: 8) + "x").unicodeScalars))
    #expect(CellWidth.of(text) == 2)
  }

  @Test(
    "Safe text shows a lone mark on a dotted circle",
    arguments: [
      "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{94D}", "\u{E0101}", "\u{301}\u{302}",
    ])
  func aLoneMarkStandsOnADottedCircle(mark: String) {
    #expect(clusters(of: mark) == [Piece("\u{25CC}" + mark, 1)])
  }

  @Test("Safe text shows 10,000 lone marks as one cluster")
  func tenThousandLoneMarksAreOneClusterOfNineScalars() {
    let shown = clusters(of: String(repeating: "\u{301}", count: 10_000))
    #expect(shown == [Piece("\u{25CC}" + String(repeating: "\u{301}", count: 8), 1)])
  }

  @Test("Safe text shows a mark after a control on a dotted circle")
  func aMarkAfterAControlStandsOnADottedCircle() {
    #expect(clusters(of: "\u{1B}\u{301}").last == Piece("\u{25CC}\u{301}", 1))
  }

  @Test("Safe text keeps marks before an interruption")
  func aLetterWhoseMarksAreInterruptedKeepsThoseBeforeTheInterruption() {
    #expect(
      clusters(of: "e\u{301}\u{34F}") == [Piece("e\u{301}", 1)]
        + "<U+034F>".map { Piece("\($0)", 1) })
  }

  @Test(
    "Safe text shows jamo without a beginning by number",
    arguments: ["\u{1161}", "\u{11A8}", "\u{D7B0}", "\u{1161}\u{11A8}"])
  func aSyllableWithoutBeginningIsShownByItsNumbers(jamo: String) {
    let names = jamo.unicodeScalars.map { "<U+\(String($0.value, radix: 16, uppercase: true))>" }
    #expect(SafeText.visible("a" + jamo) == "a" + names.joined())
  }

  @Test(
    "Safe text leaves ordinary text unchanged",
    arguments: [
      "Grüße aus Zürich", "naïve café", "Ωμέγα", "Жёлтый", "漢字かな交じり", "한국어", "नमस्ते", "ไทย",
      "עברית", "العربية", "👩‍👩‍👧‍👦", "🇮🇹", "1️⃣", "❤️‍🔥", "☝🏽", "─│┌ … › · ●", "x\u{A0}y",
    ])
  func honestTextIsLeftAsItIs(text: String) {
    #expect(Array(SafeText.visible(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  /// No cell holds more than two columns, and no letter of a name is left out.
  @Test(
    "Safe text splits a conjunct that is too wide",
    arguments: [("क्षि", ["क्", "ष", "ि"]), ("स्त्र्या", ["स्", "त्", "र्", "य", "ा"])])
  func aConjunctThatIsTooWideIsShownInParts(text: String, parts: [String]) {
    #expect(clusters(of: text) == parts.map { Piece($0, 1) })
    #expect(SafeText.visible(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(CellWidth.of(text) == parts.count)
  }

  @Test("Safe text cuts a long emoji without a trailing joiner")
  func theLongestEmojiIsCutWithoutAJoinerAtItsEnd() throws {
    let family = Array(repeating: "👩🏻", count: 5).joined(separator: "\u{200D}") + "👩"
    let first = try #require(clusters(of: family).first)
    #expect(first.text.unicodeScalars.count <= 9)
    #expect(first.text.unicodeScalars.last != "\u{200D}")
    #expect(first.width == 2)
  }

  @Test("Safe text clusters stop on request") func clustersStopWhenTheyAreNotWantedAnyMore() {
    for text in ["abcdef", "äbcdef", "漢字漢字", "\u{1B}[31m", "e\u{301}e\u{301}"] {
      var count = 0
      SafeText.forEachCluster(of: text) { _, _ in
        count += 1
        return count < 2
      }
      #expect(count == 2, "\(text)")
    }
  }

  @Test("Safe text of an empty string has no clusters") func emptyTextHasNoClusters() {
    #expect(clusters(of: "").isEmpty)
  }
}

/// A cluster as text, compared scalar by scalar.
struct Piece: Hashable, CustomStringConvertible {
  let text: String
  let width: Int

  init(_ text: String, _ width: Int) {
    self.text = text
    self.width = width
  }

  static func == (one: Piece, other: Piece) -> Bool {
    one.width == other.width && one.text.utf8.elementsEqual(other.text.utf8)
  }

  var description: String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") + ": \(width)"
  }
}

func clusters(of text: String) -> [Piece] {
  var pieces: [Piece] = []
  SafeText.forEachCluster(of: text) { character, width in
    pieces.append(Piece(String(character), width))
    return true
  }
  return pieces
}
