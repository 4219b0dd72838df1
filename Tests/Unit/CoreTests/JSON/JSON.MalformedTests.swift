import Foundation
import Testing

@testable import Core

@Suite struct JSONMalformedTests {
  @Test(
    "JSON error names the first fault with line and column",
    arguments: [
      ("", 1, 1, "there is nothing here"),
      (" \n ", 2, 2, "there is nothing here"),
      ("x", 1, 1, "\"x\" can't begin a value"),
      ("[1,\n 2,\n x]", 3, 2, "\"x\" can't begin a value"),
      ("[1,\r\n 2,\r\n x]", 3, 2, "\"x\" can't begin a value"),
      ("[\"é漢😀\", x]", 1, 9, "\"x\" can't begin a value"),
      ("[\"é\",\n\"漢\", x]", 2, 6, "\"x\" can't begin a value"),
      ("[\"e\u{301}\", x]", 1, 8, "\"x\" can't begin a value"),
      ("\u{FEFF}x", 1, 1, "\"x\" can't begin a value"),
      ("\u{FEFF}[\n x]", 2, 2, "\"x\" can't begin a value"),
      ("\u{FEFF}", 1, 1, "there is nothing here"),
      ("\u{FEFF}[1, x]", 1, 5, "\"x\" can't begin a value"),
      ("\u{FEFF}\n[1, x]", 2, 5, "\"x\" can't begin a value"),
      ("[\u{1B}]", 1, 2, "byte 0x1B can't begin a value"),
      ("nul", 1, 1, "null is expected here"),
      ("[tru]", 1, 2, "true is expected here"),
      ("1 2", 1, 3, "there is more after the end of the value"),
      ("-", 1, 2, "a digit is missing"),
      ("[-x]", 1, 3, "a digit is missing"),
      ("[ 01]", 1, 3, "a number can't begin with 0"),
      ("1.x", 1, 3, "a digit is missing after the point"),
      ("1e+", 1, 4, "a digit is missing in the exponent"),
      ("[1 2]", 1, 4, "\",\" or \"]\" is expected here, not \"2\""),
      ("[1,]", 1, 4, "a value is missing after the comma"),
      ("[,]", 1, 2, "\",\" can't begin a value"),
      ("{\"a\" 1}", 1, 6, "\":\" is missing after the key"),
      ("{\"a\":", 1, 6, "a value is missing"),
      ("{a:1}", 1, 2, "a key in quotation marks is expected here"),
      ("{\"a\":1,}", 1, 8, "a key in quotation marks is expected here"),
      ("{\"a\":1]", 1, 7, "\",\" or \"}\" is expected here, not \"]\""),
      ("\"a\nb\"", 1, 3, "byte 0xA isn't allowed in a text; write it as an escape"),
      ("\"a\tb\"", 1, 3, "byte 0x9 isn't allowed in a text; write it as an escape"),
      ("[\"abc", 1, 6, "the text isn't closed; a quotation mark is missing"),
      ("[\"abc\\", 1, 7, "the text isn't closed; a quotation mark is missing"),
      ("[", 1, 2, "the array that begins in line 1 isn't closed; \"]\" is missing"),
      ("[1,\n", 2, 1, "the array that begins in line 1 isn't closed; \"]\" is missing"),
      ("[\n{\n", 3, 1, "the object that begins in line 2 isn't closed; \"}\" is missing"),
      ("{\"a\":1", 1, 7, "the object that begins in line 1 isn't closed; \"}\" is missing"),
      ("{\"a\":1,", 1, 8, "the object that begins in line 1 isn't closed; \"}\" is missing"),
    ])
  func theFirstFaultIsNamedWhereItShows(text: String, line: Int, column: Int, reason: String) {
    #expect(throws: JSON.Malformed(line: line, column: column, reason: reason)) {
      try JSON(Array(text.utf8))
    }
  }

  @Test(
    "JSON error names a Latin-1 byte with line and column",
    arguments: [
      ([], 0xE9, 1, 2), (Array("[1,\n \"äöü".utf8), 0xFC, 2, 6), (Array("\"漢".utf8), 0x80, 1, 3),
    ] as [([UInt8], UInt8, Int, Int)])
  func aByteOfLatin1IsNamedWhereItStands(before: [UInt8], byte: UInt8, line: Int, column: Int) {
    let start: [UInt8] = before.isEmpty ? [0x22] : before
    let hex = String(byte, radix: 16, uppercase: true)
    #expect(
      throws: JSON.Malformed(
        line: line, column: column,
        reason: "byte 0x\(hex) isn't UTF-8; if this is Latin-1, save it as UTF-8")
    ) { try JSON(start + [byte] + Array("x\"".utf8)) }
  }

  /// As listing 6 of the thesis is printed.
  @Test("JSON array without its last bracket is reported as unclosed")
  func aListingWhoseLastBracketIsMissingIsUnclosed() {
    let listing = """
      [
         {
            "currentstatus_text": "Arrestato",
            "created": 1260941860895,
            "desiredstatus": null,
            "pattern": "/resources/patterns/1"
         },
         {
            "id": 56
         }

      """
    #expect(
      throws: JSON.Malformed(
        line: 11, column: 1,
        reason: "the array that begins in line 1 isn't closed; \"]\" is missing")
    ) { try JSON(Array(listing.utf8)) }
  }

  @Test("JSON error describes its line and column") func itSaysItsPlaceInWordsHoweverItIsAsked() {
    let malformed = JSON.Malformed(line: 3, column: 7, reason: "a value is missing")
    #expect(malformed.description == "line 3, column 7: a value is missing")
    #expect(malformed.localizedDescription == malformed.description)
  }

  @Test(
    "JSON error says whether the text is empty",
    arguments: [
      ("", true), (" \n\t\r ", true), ("\u{FEFF}", true), ("x", false), ("[", false),
      ("null x", false),
    ])
  func nothingIsToldFromWhatIsWrong(text: String, isEmpty: Bool) {
    let problem = #expect(throws: JSON.Malformed.self) { try JSON(Array(text.utf8)) }
    #expect(problem?.isEmpty == isEmpty)
  }

  /// The first and the last characters of each length in UTF-8 stand before it.
  @Test(
    "JSON error column counts characters before an invalid byte",
    arguments: [
      "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{1000}", "\u{FFFF}", "\u{10000}",
      "\u{10FFFF}", "a\u{E9}\u{905}\u{6F22}\u{1F600}",
    ])
  func noCharacterIsTakenForTheByteThatIsWrong(before: String) {
    let start = Array("\"".utf8) + Array(before.utf8)
    let reason = "byte 0xFF isn't UTF-8; if this is Latin-1, save it as UTF-8"
    #expect(
      throws: JSON.Malformed(
        line: 1, column: 2 + before.unicodeScalars.count, reason: reason)
    ) { try JSON(start + [0xFF] + Array("\"".utf8)) }
  }

  /// Where bytes were taken away from an array, they are still there behind its end.
  @Test("JSON reader does not read behind the end of blanks") func whatLiesBehindTheEndIsNotRead() {
    for count in 0...3 {
      var blanks = [UInt8](repeating: 0x20, count: 16)
      blanks.removeLast(16 - count)
      let problem = #expect(throws: JSON.Malformed.self) { try JSON(blanks) }
      #expect(
        problem == JSON.Malformed(line: 1, column: count + 1, reason: "there is nothing here"))
    }
  }

  /// The bytes of a text of which the last ones were taken away and are still there behind its end.
  private func cut(_ text: String, _ count: Int) -> [UInt8] {
    var bytes = Array(text.utf8)
    bytes.reserveCapacity(64)
    bytes.removeLast(count)
    return bytes
  }

  @Test("JSON reader does not read behind the end of a value")
  func whatStoodBehindTheEndDoesNotCompleteAValue() throws {
    #expect(try JSON(cut("01", 1)) == .number("0"))
    #expect(try JSON(cut("12", 1)) == .number("1"))
    #expect(try JSON(cut("1.52", 1)) == .number("1.5"))
    #expect(try JSON(cut("1e52", 1)) == .number("1e5"))
    #expect(try JSON(cut("[1]]", 1)) == .array([.number("1")]))
    #expect(try JSON(cut("null ", 1)) == .null)
    for (bytes, reason) in [
      (cut("\"a\"", 1), "the text isn't closed; a quotation mark is missing"),
      (cut("[1]", 1), "the array that begins in line 1 isn't closed; \"]\" is missing"),
      (cut("{\"a\":1}", 2), "a value is missing"),
      (cut("{\"a\":1}", 3), "\":\" is missing after the key"),
      (cut("-1", 1), "a digit is missing"),
      (cut("1.5", 1), "a digit is missing after the point"),
      (cut("1e5", 1), "a digit is missing in the exponent"),
    ] {
      let problem = #expect(throws: JSON.Malformed.self) { try JSON(bytes) }
      #expect(problem == JSON.Malformed(line: 1, column: bytes.count + 1, reason: reason))
    }
  }
}
