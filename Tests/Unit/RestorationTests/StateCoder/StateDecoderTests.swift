import Testing

@testable import Core
@testable import Restoration

@Suite struct StateDecoderTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try StateCoder.decode(type, from: try JSON(Array(text.utf8)))
  }

  enum Route: Codable, Hashable {
    case root
    case system(id: String, of: Int)
  }

  @Test("A route is decoded completely or not at all") func aRouteIsTakenWholeOrNotAtAll() throws {
    #expect(try decode(Route.self, #"{"root":{}}"#) == .root)
    #expect(
      try decode(Route.self, #"{"system":{"id":"x","of":1,"new":true}}"#)
        == .system(id: "x", of: 1))
    for text in [#"{"system":{"id":"x"}}"#, #"{"other":{}}"#, "{}", "[]", "null", #""root""#] {
      #expect(throws: DecodingError.self, "\(text)") { try decode(Route.self, text) }
    }
  }

  @Test("A decoding error names the path and not the value") func whatIsWrongIsSaidWithoutTheValue()
    throws
  {
    struct Place: Decodable { var line: Int }
    let error = #expect(throws: DecodingError.self) {
      try decode([String: Place].self, #"{"a":{"line":"secret"}}"#)
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("it is another error")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "line"])
    #expect(context.debugDescription == "a whole number that fits is expected, not a text")
  }

  @Test("Decoding beyond an array's end throws") func anArrayEndsWhereItEnds() throws {
    struct Pair: Decodable {
      var first: Int
      var second: Int
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(Int.self)
        second = try container.decode(Int.self)
      }
    }
    #expect(try decode(Pair.self, "[1,2,3]").second == 2)
    #expect(throws: DecodingError.self) { try decode(Pair.self, "[1]") }
  }

  @Test("Nested containers are encoded and decoded by hand") func containersMayBeReadByHand() throws
  {
    struct Manual: Codable, Equatable {
      enum Key: CodingKey { case outer, inner, list }
      var inner = 5
      var list = [1, 2]
      init() {}
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
          .decode(Int.self, forKey: .inner)
        var elements = try outer.nestedUnkeyedContainer(forKey: .list)
        list = []
        while !elements.isAtEnd { list.append(try elements.decode(Int.self)) }
      }
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var nested = outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
        try nested.encode(inner, forKey: .inner)
        var elements = outer.nestedUnkeyedContainer(forKey: .list)
        for element in list { try elements.encode(element) }
      }
    }
    let saved = try StateCoder.encode(Manual())
    #expect(String(decoding: saved.bytes, as: UTF8.self) == #"{"list":[1,2],"outer":{"inner":5}}"#)
    #expect(try StateCoder.decode(Manual.self, from: saved) == Manual())
  }

  @Test func aSubclassIsReadWithItsSuperclass() throws {
    let saved = try StateCoder.encode(Derived(base: 3, own: "x"))
    let back = try StateCoder.decode(Derived.self, from: saved)
    #expect(back.base == 3)
    #expect(back.own == "x")
  }

  class Base: Codable {
    let base: Int
    init(base: Int) { self.base = base }
  }

  final class Derived: Base {
    enum Key: CodingKey { case own }
    let own: String
    init(base: Int, own: String) {
      self.own = own
      super.init(base: base)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      own = try container.decode(String.self, forKey: .own)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(own, forKey: .own)
      try super.encode(to: container.superEncoder())
    }
  }

  private enum Key: CodingKey { case a, b, c }

  @Test("A keyed decoding container reports its keys and nulls") func anObjectSaysWhatItHas() throws
  {
    struct Reader: Decodable {
      let words: [String]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        words =
          container.allKeys.map(\.stringValue)
          + [Key.a, .b, .c].map { "\(container.contains($0))" }
          + [try container.decodeNil(forKey: .b), try container.decodeNil(forKey: .c)].map {
            "\($0)"
          }
          + [try Int(from: container.superDecoder(forKey: .c))].map { "\($0)" }
        #expect(try container.superDecoder().singleValueContainer().decodeNil())
        #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .a) }
      }
    }
    let reader = try decode(Reader.self, #"{"c":1,"zz":2,"b":null}"#)
    #expect(reader.words == ["b", "c", "false", "true", "true", "true", "false", "1"])
  }

  @Test("An unkeyed decoding container advances to its end")
  func anArrayIsReadFromItsBeginningToItsEnd() throws {
    struct Reader: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        #expect(list.count == 5 && list.currentIndex == 0 && !list.isAtEnd)
        #expect(try list.decodeNil() && list.currentIndex == 1)
        #expect(try !list.decodeNil() && list.currentIndex == 1)
        #expect(try list.decode(Int.self) == 1)
        var inner = try list.nestedUnkeyedContainer()
        #expect(try inner.decode(Int.self) == 2 && inner.isAtEnd)
        let keyed = try list.nestedContainer(keyedBy: Key.self)
        #expect(try keyed.decode(Int.self, forKey: .a) == 3)
        #expect(try Int(from: list.superDecoder()) == 4)
        #expect(list.currentIndex == 5 && list.isAtEnd)
        #expect(try !list.decodeNil() && list.currentIndex == 5)
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(list.currentIndex == 5)
      }
    }
    _ = try decode(Reader.self, #"[null,1,[2],{"a":3},4]"#)
  }

  @Test("A decoding error's path ends at the missing key")
  func aKeyThatIsMissingIsThePlaceOfTheError() throws {
    struct Place: Decodable { var line: Int }
    let error = #expect(throws: DecodingError.self) {
      try decode([String: Place].self, #"{"a":{}}"#)
    }
    #expect(error?.failedPath.map(\.stringValue) == ["a", "line"])
  }
}
