import Testing

@testable import Core

@Suite struct JSONWriterTests {
  private func text(_ value: JSON) -> String { String(decoding: value.bytes, as: UTF8.self) }

  @Test(
    "JSON value is written in one line",
    arguments: [
      (JSON.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.number("1e3"), "1e3"),
      (.string("a"), #""a""#), (.array([]), "[]"), (.object([]), "{}"),
      (.array([.null, .array([]), .string("")]), #"[null,[],""]"#),
      (
        .object([.init("b", .object([.init("", .null)])), .init("a", .array([.number("1")]))]),
        #"{"b":{"":null},"a":[1]}"#
      ),
    ] as [(JSON, String)])
  func aValueIsOneLine(value: JSON, line: String) {
    #expect(text(value) == line)
  }

  @Test(
    "JSON text is written with the escapes required",
    arguments: [
      ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("\n", #""\n""#), ("\r", #""\r""#),
      ("\t", #""\t""#), ("\u{0}", #""\u0000""#), ("\u{8}", #""\u0008""#), ("\u{1B}", #""\u001b""#),
      ("\u{7F}", #""\u007f""#), ("é漢😀", "\"é漢😀\""), ("\r\n", #""\r\n""#),
      ("\u{2028}", "\"\u{2028}\""),
    ])
  func aTextIsWrittenWithTheEscapesItNeeds(contents: String, written: String) {
    #expect(text(.string(contents)) == written)
    #expect(text(.object([.init(contents, .null)])) == "{" + written + ":null}")
  }

  @Test("JSON text of all scalars up to U+00FF round-trips")
  func everyScalarOfTheFirstTwoBlocksComesBack() throws {
    let contents = String(
      String.UnicodeScalarView((0...0xFF as ClosedRange<UInt8>).map { Unicode.Scalar($0) }))
    let back = try #require(try JSON(JSON.string(contents).bytes).string)
    #expect(back.unicodeScalars.elementsEqual(contents.unicodeScalars))
  }

  /// Eight bytes are looked at together: none hides another, wherever it stands among them.
  @Test(
    "JSON writer escapes a character anywhere in a long text",
    arguments: [" ", "!", "#", "[", "]", "~", "é"])
  func whatNeedsAnEscapeHasItAnywhereInALongText(filling: String) {
    for scalar in (0...0x7F as ClosedRange<UInt8>).map(Unicode.Scalar.init) {
      let alone = text(.string(String(scalar))).dropFirst().dropLast()
      for place in 0..<17 {
        let before = String(repeating: filling, count: place)
        let after = String(repeating: filling, count: 16 - place)
        let value = JSON.string(before + String(scalar) + after)
        let written = "\"" + before + alone + after + "\""
        #expect(text(value).unicodeScalars.elementsEqual(written.unicodeScalars))
        #expect(value.indented.unicodeScalars.elementsEqual(written.unicodeScalars))
      }
    }
  }

  /// On one line it is for programs, and indented for a terminal, which would obey them.
  @Test(
    "JSON indented text escapes terminal control characters",
    arguments: [
      ("\u{80}", #"\u0080"#), ("\u{9B}", #"\u009b"#), ("\u{9F}", #"\u009f"#), ("\u{A0}", "\u{A0}"),
      ("\u{61B}", "\u{61B}"), ("\u{61C}", #"\u061c"#), ("\u{200D}", "\u{200D}"),
      ("\u{200E}", #"\u200e"#), ("\u{2027}", "\u{2027}"), ("\u{2028}", #"\u2028"#),
      ("\u{202E}", #"\u202e"#), ("\u{202F}", "\u{202F}"), ("\u{2065}", "\u{2065}"),
      ("\u{2066}", #"\u2066"#), ("\u{2069}", #"\u2069"#), ("\u{20AC}", "\u{20AC}"),
      ("\u{102E}", "\u{102E}"), ("😀", "😀"), ("\u{7F}", #"\u007f"#),
    ])
  func whatATerminalWouldObeyIsAnEscapeInIndentedText(contents: String, written: String) throws {
    let text = "a\(contents)é\(contents)"
    let value = JSON.object([.init(text, .string(text))])
    #expect(
      value.indented.unicodeScalars.elementsEqual(
        "{\n  \"a\(written)é\(written)\": \"a\(written)é\(written)\"\n}".unicodeScalars))
    #expect(try JSON(Array(value.indented.utf8)) == value)
    #expect(
      contents == "\u{7F}"
        || self.text(value).unicodeScalars.contains(contents.unicodeScalars.first!))
  }

  @Test("JSON indented text has one value a line") func indentedTextHasOneValueALine() {
    let value = JSON.object([
      .init("name", .string("Single \"Server\"")),
      .init("none", .array([])),
      .init("nothing", .object([])),
      .init(
        "machines", .array([.number("1"), .array([.null]), .object([.init("id", .number("51"))])])),
      .init("done", .bool(true)),
    ])
    #expect(
      value.indented == #"""
        {
          "name": "Single \"Server\"",
          "none": [],
          "nothing": {},
          "machines": [
            1,
            [
              null
            ],
            {
              "id": 51
            }
          ],
          "done": true
        }
        """#)
    #expect(JSON.string("a").indented == "\"a\"")
    #expect(JSON.array([]).indented == "[]")
  }
}
