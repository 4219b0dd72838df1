import Testing

@testable import Core

@Suite struct JSONTests {
  @Test("JSON subscript sets, replaces and removes a key") func aKeyIsSetReplacedAndTakenAway()
    throws
  {
    var json = JSON.object([])
    json["a"] = .number("1")
    json["b"] = .bool(true)
    json["a"] = .number("2")
    #expect(json == .object([.init("a", .number("2")), .init("b", .bool(true))]))
    json["a"] = nil
    #expect(json == .object([.init("b", .bool(true))]))
    json["c"] = nil
    #expect(json == .object([.init("b", .bool(true))]))
    // Of a key that stands twice the one that counts is replaced; both go.
    var twice = JSON.object([.init("a", .null), .init("a", .bool(false)), .init("b", .null)])
    twice["a"] = .bool(true)
    #expect(
      twice == .object([.init("a", .null), .init("a", .bool(true)), .init("b", .null)]))
    twice["a"] = nil
    #expect(twice == .object([.init("b", .null)]))
    // A value of another kind becomes an object.
    var text = JSON.string("x")
    text["a"] = .null
    #expect(text == .object([.init("a", .null)]))
  }

  @Test("JSON subscript returns the last of duplicate keys")
  func aKeyLeadsToItsValueAndOfTwoTheLastCounts() throws {
    let value = try JSON(Array(#"{"a": 1, "b": null, "a": 2}"#.utf8))
    #expect(value["a"] == .number("2"))
    #expect(value["b"] == .null)
    #expect(value["c"] == nil)
    #expect(JSON.array([])["a"] == nil)
  }

  @Test(
    "JSON accessors return only values of their kind",
    arguments: [
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

  @Test(
    "JSON kinds have a name for messages",
    arguments: [
      (JSON.null, "null"), (.bool(false), "true or false"), (.number("1"), "a number"),
      (.string(""), "a text"), (.array([]), "an array"), (.object([]), "an object"),
    ])
  func aKindIsNamedInWords(value: JSON, kind: String) {
    #expect(value.kind == kind)
  }

  @Test("JSON objects of another key order are not equal")
  func objectsOfAnotherOrderAreOtherValues() throws {
    let one = try JSON(Array(#"{"a":1,"b":2}"#.utf8))
    let other = try JSON(Array(#"{"b":2,"a":1}"#.utf8))
    #expect(one != other)
  }

  @Test(
    "JSON contents are equal if only the order of keys differs",
    arguments: [
      (#"{"a": 1, "b": [{"c": 2, "d": null}]}"#, #"{"b": [{"d": null, "c": 2}], "a": 1}"#, true),
      (#"{"a": 1, "a": 2, "b": 3}"#, #"{"b": 3, "a": 2}"#, true),
      (#"{"a": 1, "a": 2}"#, #"{"a": 2, "a": 1}"#, false), (#"{"a": 1}"#, #"{"b": 1}"#, false),
      (#"{"a": null}"#, "{}", false), ("[1, 2]", "[2, 1]", false), ("[1]", "[1, 1]", false),
      ("1", "1.0", false), ("[]", "{}", false), (#""a""#, #""a""#, true),
    ])
  func theOrderOfKeysIsAllThatSameValuesDifferIn(
    one: String, other: String, areContentsEqual: Bool
  ) throws {
    let (one, other) = (try json(one), try json(other))
    #expect(one.areContentsEqual(as: other) == areContentsEqual)
    #expect(other.areContentsEqual(as: one) == areContentsEqual)
    #expect(one.areContentsEqual(as: one))
  }
}
