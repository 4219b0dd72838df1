import Testing

@testable import Values

@Suite struct JSONTests {
  @Test func aKeyLeadsToItsValueAndOfTwoTheLastCounts() throws {
    let value = try JSON(Array(#"{"a": 1, "b": null, "a": 2}"#.utf8))
    #expect(value["a"] == .number("2"))
    #expect(value["b"] == .null)
    #expect(value["c"] == nil)
    #expect(JSON.array([])["a"] == nil)
  }

  @Test(arguments: [
    JSON.null, .bool(true), .number("1"), .string("x"), .array([.null]),
    .object([JSON.Member("a", .null)]),
  ])
  func aValueIsOnlyWhatItIs(value: JSON) {
    #expect((value.bool != nil) == (value == .bool(true)))
    #expect((value.int != nil) == (value == .number("1")))
    #expect((value.double != nil) == (value == .number("1")))
    #expect((value.string != nil) == (value == .string("x")))
    #expect((value.array != nil) == (value == .array([.null])))
    #expect((value.members != nil) == (value == .object([JSON.Member("a", .null)])))
  }

  @Test(arguments: [
    (JSON.null, "null"), (.bool(false), "true or false"), (.number("1"), "a number"),
    (.string(""), "a text"), (.array([]), "an array"), (.object([]), "an object"),
  ])
  func aKindIsNamedInWords(value: JSON, kind: String) {
    #expect(value.kind == kind)
  }

  @Test func objectsOfAnotherOrderAreOtherValues() throws {
    let one = try JSON(Array(#"{"a":1,"b":2}"#.utf8))
    let other = try JSON(Array(#"{"b":2,"a":1}"#.utf8))
    #expect(one != other)
  }
}
