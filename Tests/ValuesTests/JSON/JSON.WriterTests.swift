import Testing

@testable import Values

@Suite struct JSONWriterTests {
  private func text(_ value: JSON) -> String { String(decoding: value.bytes, as: UTF8.self) }

  @Test(
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

  @Test(arguments: [
    ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("\n", #""\n""#), ("\r", #""\r""#),
    ("\t", #""\t""#), ("\u{0}", #""\u0000""#), ("\u{8}", #""\u0008""#), ("\u{1B}", #""\u001b""#),
    ("\u{7F}", #""\u007f""#), ("é漢😀", "\"é漢😀\""), ("\r\n", #""\r\n""#),
    ("\u{2028}", "\"\u{2028}\""),
  ])
  func aTextIsWrittenWithTheEscapesItNeeds(contents: String, written: String) {
    #expect(text(.string(contents)) == written)
    #expect(text(.object([.init(contents, .null)])) == "{" + written + ":null}")
  }

  @Test func everyScalarOfTheFirstTwoBlocksComesBack() throws {
    let contents = String(
      String.UnicodeScalarView((0...0xFF as ClosedRange<UInt8>).map { Unicode.Scalar($0) }))
    let back = try #require(try JSON(JSON.string(contents).bytes).string)
    #expect(back.unicodeScalars.elementsEqual(contents.unicodeScalars))
  }

  @Test func indentedTextHasOneValueALine() {
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
