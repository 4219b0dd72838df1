import Core
import Restoration
import Testing

@Suite struct JSONCodableTests {
  @Test(
    "JSON value round-trips in a state",
    arguments: [
      "null", "true", "7", "-7", "9223372036854775807", "1.5", "\"1\"", "\"\"", "[]", "{}",
      "[[],{},null]", "{\"a\":{\"b\":[1,\"x\",null]}}",
    ])
  func aStateCanHoldAnyValue(text: String) throws {
    let value = try JSON(Array(text.utf8))
    let encoded = try StateCoder.encode(["key": value])
    #expect(encoded["key"] == value)
    #expect(try StateCoder.decode([String: JSON].self, from: encoded) == ["key": value])
  }

  @Test("JSON keys of a state are sorted") func keysAreSorted() throws {
    let value = try JSON(Array("{\"b\":1,\"a\":2}".utf8))
    #expect(try StateCoder.encode(value).members?.map(\.key) == ["a", "b"])
  }

  @Test("JSON number out of range is refused in a state") func aNumberThatNothingHoldsIsRefused()
    throws
  {
    #expect(throws: EncodingError.self) { try StateCoder.encode(JSON.number("1e999")) }
  }
}
