import Core
import Testing

@Suite struct JSONFieldsTests {
  @Test(
    "JSON text field takes texts and numbers only",
    arguments: [
      (#""a""#, "a"), (#"" ""#, " "), (#""""#, nil), ("null", nil), ("1.50", "1.50"), ("0", "0"),
      ("true", nil), ("[]", nil), ("{}", nil),
    ] as [(String, String?)])
  func aTextIsWhatIsWritten(written: String, text: String?) throws {
    #expect(try json("{\"key\": \(written)}").text("key") == text)
  }

  @Test(
    "JSON whole number may be written as text",
    arguments: [
      ("7", 7), ("-7", -7), ("7.0", 7), ("7e2", 700), (#""7""#, 7), (#""-7""#, -7), ("7.5", nil),
      (#""7.0""#, nil), (#"" 7""#, nil), (#""""#, nil), ("null", nil), ("true", nil), ("[7]", nil),
    ] as [(String, Int?)])
  func aWholeNumberMayBeWrittenAsText(written: String, number: Int?) throws {
    #expect(try json("{\"key\": \(written)}").wholeNumber("key") == number)
  }

  @Test("JSON fields that are missing are nil") func whatIsMissingIsNone() throws {
    for value in [try json("{}"), try json("[1]"), try json("1")] {
      #expect(value.text("key") == nil)
      #expect(value.wholeNumber("key") == nil)
    }
  }
}
