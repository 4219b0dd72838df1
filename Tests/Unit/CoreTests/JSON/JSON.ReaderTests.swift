import Testing

@testable import Core

/// Cases in the manner of JSONTestSuite: what must be read, what must be refused, and what is up to
/// us.
@Suite struct JSONReaderTests {
  @Test(
    "JSON: valid text is read",
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("0", .number("0")),
      ("-0", .number("-0")), ("-1", .number("-1")), ("10", .number("10")),
      ("0.1", .number("0.1")), ("-0.1e+5", .number("-0.1e+5")), ("1E22", .number("1E22")),
      ("1e-2", .number("1e-2")), ("0e1", .number("0e1")), ("20e1", .number("20e1")),
      (#""""#, .string("")), (#"" ""#, .string(" ")), (#""a/b""#, .string("a/b")),
      (#""é漢😀""#, .string("é漢😀")), ("\"\u{7F}\"", .string("\u{7F}")),
      ("\"\u{2028}\u{2029}\"", .string("\u{2028}\u{2029}")), ("\"\u{FEFF}\"", .string("\u{FEFF}")),
      ("\"\u{10FFFF}\"", .string("\u{10FFFF}")),
      ("[]", .array([])), ("[ ]", .array([])), ("[[]]", .array([.array([])])),
      ("[[],[]]", .array([.array([]), .array([])])), ("[1]", .array([.number("1")])),
      ("[null, 1, \"1\", {}]", .array([.null, .number("1"), .string("1"), .object([])])),
      ("[[[1]],2]", .array([.array([.array([.number("1")])]), .number("2")])),
      ("{}", .object([])), ("{ }", .object([])), (#"{"":0}"#, .object([.init("", .number("0"))])),
      (#"{"a":{}}"#, .object([.init("a", .object([]))])),
      (
        #"{"a":[],"b":{"c":[{}]}}"#,
        .object([
          .init("a", .array([])), .init("b", .object([.init("c", .array([.object([])]))])),
        ])
      ),
      (#"{"a":1,"a":1}"#, .object([.init("a", .number("1")), .init("a", .number("1"))])),
      (#"{"a\u0000b":1}"#, .object([.init("a\u{0}b", .number("1"))])),
      (" \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n", .array([.number("1"), .number("2")])),
      ("{\n\"a\"\n:\n1\n}\n", .object([.init("a", .number("1"))])),
      ("\u{FEFF}[]", .array([])), ("\u{FEFF} 1", .number("1")),
    ] as [(String, JSON)])
  func validTextIsRead(text: String, value: JSON) throws {
    #expect(try JSON(Array(text.utf8)) == value)
  }

  @Test(
    "JSON: invalid text is refused",
    arguments: [
      "", " ", "\u{FEFF}", "\u{FEFF}\u{FEFF}1", "nul", "nulll", "nULL", "True", "tru", "falsE",
      "undefined", "NaN",
      "-NaN", "Infinity", "-Infinity", "a", "'a'", "*", "#", "\u{E9}", "\u{A0}1", "\u{C}[]",
      "\u{B}1",
      "1\u{0}", "[]\u{0}", "// a\n1", "/* a */ 1", "1 // a", "<null>", "+1", "++1", "--1", "-",
      "- 1",
      "-a", "+",
      "01", "-01", "00", "012", "-012", "1.", "-1.", ".1", "-.1", "1.e1", "1.2.3", "0e", "0e+",
      "1e",
      "1e-", "1eE2", "1e1.5", "1 000", "1_000", "0x1F", "1a", "1+2", "１", "0.3e", "9.e+",
      "[", "]", "[1", "[1,", "[1,]", "[,", "[,1]", "[1,,2]", "[1 2]", "[1:2]", "[1}", "[[]", "[]]",
      "[1],", "[\"a\"",
      "[a]", "[\"a\" b]", "[1\n,2", "[.5]", "[-]", "[1;2]", "[...]", "][", "[\u{0}]",
      "{", "}", "{]", "[}", "{1:2}", "{a:1}", "{'a':1}", "{null:1}", "{\"a\"", "{\"a\":",
      "{\"a\":1",
      "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\",1}", "{\"a\":1 \"b\":2}",
      "{\"a\":1,,\"b\":2}",
      "{\"a\"::1}", "{\"a\":1:2}", "{\"a\":1}}", "{\"a\":1}#", "{\"a\":1]", "{[]:1}", "{\"a\" 1}",
      "{\"a\":}", "{\"a\":,}", "1 2", "{}{}", "[][]", "null null", "\"a\" \"b\"", "\"", "\"a",
      "\"\\\"", "a\"",
    ])
  func invalidTextIsRefused(text: String) {
    #expect(throws: JSON.Malformed.self) { try JSON(Array(text.utf8)) }
  }

  @Test(
    "JSON: bytes that are not UTF-8 are refused",
    arguments: [
      ("Latin-1", [0x22, 0xE9, 0x22]), ("lone continuation", [0x22, 0x80, 0x22]),
      ("cut character", [0x22, 0xE6, 0xBC, 0x22]), ("overlong", [0x22, 0xC0, 0xAF, 0x22]),
      ("surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22]),
      ("beyond", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]),
      ("no lead", [0x22, 0xFF, 0x22]), ("escaped", [0x22, 0x5C, 0xE9, 0x22]),
      ("after u", [0x22, 0x5C, 0x75, 0xE9, 0x22]), ("outside", [0xE9]),
      ("in a number", [0x31, 0xE9]),
      ("in an array", [0x5B, 0xFF, 0x5D]), ("half a mark", [0xEF, 0xBB, 0x31]),
      ("zero byte", [0x00]), ("UTF-16 without mark", [0x5B, 0x00, 0x5D, 0x00]),
    ] as [(String, [UInt8])])
  func bytesThatAreNoUTF8AreRefused(name: String, bytes: [UInt8]) {
    #expect(throws: JSON.Malformed.self, "\(name)") { try JSON(bytes) }
  }

  @Test(
    "JSON error recognizes UTF-16",
    arguments: [
      [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D], [0xFF, 0xFE],
    ] as [[UInt8]])
  func textInUTF16IsToldApart(bytes: [UInt8]) {
    #expect(
      throws: JSON.Malformed(
        line: 1, column: 1, reason: "this is UTF-16; JSON is written in UTF-8")
    ) { try JSON(bytes) }
  }

  @Test("JSON keys and elements keep their order") func orderIsKept() throws {
    let text = #"{"z":1,"a":{"y":2,"b":3},"m":[3,1,2]}"#
    let value = try JSON(Array(text.utf8))
    #expect(value.members?.map(\.key) == ["z", "a", "m"])
    #expect(value.bytes == Array(text.utf8))
  }

  @Test("JSON number may have 400 characters") func aNumberMayHaveFourHundredCharacters() throws {
    let longest = String(repeating: "1", count: 400)
    #expect(try JSON(Array(longest.utf8)) == .number(longest))
    #expect(throws: JSON.Malformed(line: 1, column: 2, reason: "the number is too long")) {
      try JSON(Array(("[1" + longest + "]").utf8))
    }
  }
}
