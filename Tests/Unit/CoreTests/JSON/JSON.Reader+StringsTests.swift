import Testing

@testable import Core

@Suite struct JSONReaderStringsTests {
  @Test(
    "JSON escape is read as its character",
    arguments: [
      (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"),
      (#"\n"#, "\n"), (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u0041"#, "A"), (#"\u0000"#, "\u{0}"),
      (#"\u00e9\u00E9"#, "éé"), (#"\uFFFF"#, "\u{FFFF}"), (#"\u001b[0m"#, "\u{1B}[0m"),
      (#"a\\nb"#, "a\\nb"), (#"\\u0041"#, "\\u0041"), (#"é\u6f22é"#, "é漢é"), (#"\\\""#, "\\\""),
    ])
  func anEscapeIsReadAsWhatItNames(escape: String, text: String) throws {
    #expect(try read(escape) == text)
  }

  @Test(
    "JSON surrogate pair is read as one character",
    arguments: [
      (#"\ud83d\ude00"#, "😀"), (#"\uD83D\uDE00"#, "😀"), (#"\ud800\udc00"#, "\u{10000}"),
      (#"\udbff\udfff"#, "\u{10FFFF}"), (#"\ud83d\ude00\ud83d\ude01"#, "😀😁"),
    ])
  func twoHalvesAreOneCharacter(escape: String, text: String) throws {
    #expect(try read(escape) == text)
  }

  @Test(
    "JSON lone surrogate is read as the replacement character",
    arguments: [
      (#"\ud83d"#, "\u{FFFD}"), (#"\ude00"#, "\u{FFFD}"), (#"\ud83dx"#, "\u{FFFD}x"),
      (#"\ud83d\n"#, "\u{FFFD}\n"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
      (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"),
      (#"\udfff\udfff"#, "\u{FFFD}\u{FFFD}"), (#"x\udbff\\udfff"#, "x\u{FFFD}\\udfff"),
    ])
  func aLoneHalfIsReadAsTheReplacementCharacter(escape: String, text: String) throws {
    #expect(try read(escape) == text)
  }

  @Test(
    "JSON unknown escape is refused with its column",
    arguments: [
      (#"\a"#, 1), (#"\'"#, 1), (#"\0"#, 1), (#"\x41"#, 1), (#"\U0041"#, 1), (#"\ "#, 1),
      (#"\é"#, 1),
      (#"\u"#, 1), (#"\u0"#, 1), (#"\u00"#, 1), (#"\u004"#, 1), (#"\u004G"#, 1), (#"\u-001"#, 1),
      (#"\u 041"#, 1), (#"\u+041"#, 1), (#"\u００４１"#, 1), (#"ab\q"#, 3), (#"漢é\q"#, 3),
      (#"\n\q"#, 3), (#"\ud83d\u"#, 7), (#"\ud83d\uZZZZ"#, 7), (#"\ud83d\q"#, 7),
    ])
  func anUnknownEscapeIsRefusedWhereItStands(escape: String, column: Int) {
    #expect(
      throws: JSON.Malformed(
        line: 1, column: 1 + column, reason: "this isn't an escape of JSON")
    ) { try read(escape) }
  }

  @Test(
    "JSON string with a control character is refused", arguments: 0x00...0x1F as ClosedRange<UInt8>)
  func aControlCharacterIsRefused(byte: UInt8) {
    #expect(throws: JSON.Malformed.self) { try JSON([0x22, byte, 0x22]) }
    #expect(throws: JSON.Malformed.self) { try JSON([0x22, 0x5C, byte, 0x22]) }
  }

  private func read(_ contents: String) throws -> String? {
    try JSON(Array("\"\(contents)\"".utf8)).string
  }
}
