import Core
import Testing

@testable import Restoration

@Suite struct StateEncoderTests {
  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try StateCoder.encode(value).bytes, as: UTF8.self)
  }

  @Test("An encoded state's keys are sorted") func keysAreSorted() throws {
    struct Unsorted: Encodable {
      var zebra = 1
      var apple = ["z": 1, "b": 2, "é": 3, "a": 4]
      // swift-format-ignore: AlwaysUseLowerCamelCase
      var Capital = true
    }
    #expect(
      try text(Unsorted()) == #"{"Capital":true,"apple":{"a":4,"b":2,"z":1,"é":3},"zebra":1}"#)
  }

  @Test func nilIsWrittenAsNull() throws {
    struct Optionals: Encodable {
      var a: Int?
      var b: String?
      var c: Double?
      var d: Bool?
      var e: [Int]?
      var f: UInt8?
      var g: Float?
    }
    #expect(
      try text(Optionals())
        == #"{"a":null,"b":null,"c":null,"d":null,"e":null,"f":null,"g":null}"#)
  }

  @Test(
    "Encoding a number that isn't finite throws with its path",
    arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func aNumberThatIsNotFiniteIsRefusedByName(number: Double) throws {
    struct Fraction: Encodable { var inner: [String: [Double]] }
    let error = #expect(throws: EncodingError.self) {
      try StateCoder.encode(Fraction(inner: ["x": [1, number]]))
    }
    guard case .invalidValue(_, let context)? = error else {
      Issue.record("it is another error")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["inner", "x"])
  }

  @Test("Encoding an infinite Float throws") func aFloatThatIsNotFiniteIsRefusedToo() {
    #expect(throws: EncodingError.self) { try StateCoder.encode([Float.infinity]) }
  }

  @Test("Empty containers are encoded as empty") func anEmptyContainerIsWrittenAsSuch() throws {
    struct Empty: Encodable {}
    struct Containers: Encodable {
      var list: [Int] = []
      var object = Empty()
      var texts: [String: Int] = [:]
    }
    #expect(try text(Containers()) == #"{"list":[],"object":{},"texts":{}}"#)
  }

  @Test("Equal states are encoded to equal bytes") func theSameStateIsTheSameBytes() throws {
    let keys = (0..<200).map { "key \($0)" }
    let first = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
    let second = Dictionary(uniqueKeysWithValues: keys.reversed().map { ($0, $0) })
    #expect(try text(first) == text(second))
  }

  private enum Key: CodingKey { case a, b }

  @Test("A state node's depth limit counts its deepest child") func aNodeIsAsDeepAsItsDeepestPart()
    throws
  {
    let node = StateNode()
    #expect(try node.json(levels: 1) == .object([]))
    expectTooDeep(node, levels: 0)
    let list = node.child(Key.b)
    expectTooDeep(node, levels: 1)
    list.nextChild().content = .value(.null)
    list.nextChild().content = .value(.bool(true))
    #expect(try list.json(levels: 1) == .array([.null, .bool(true)]))
    #expect(try node.json(levels: 2) == .object([.init("b", .array([.null, .bool(true)]))]))
    list.nextChild().content = .array([])
    expectTooDeep(list, levels: 1)
    expectTooDeep(node, levels: 2)
    node.child(Key.a).content = .value(.null)
    #expect(node.child(Key.b) === list)
    #expect(list.codingPath.map(\.stringValue) == ["b"] && node.codingPath.isEmpty)
    #expect(
      try node.json(levels: 3)
        == .object([
          .init("a", .null), .init("b", .array([.null, .bool(true), .array([])])),
        ]))
  }

  private func expectTooDeep(_ node: StateNode, levels: Int) {
    #expect(throws: StateNode.TooDeep.self) { try node.json(levels: levels) }
  }

  /// An array in an array.
  private struct Nest: Encodable {
    let levels: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if levels > 1 { try container.encode(Nest(levels: levels - 1)) }
    }
  }

  @Test("A state may be nested 29 levels, three less than a snapshot")
  func aStateHasThreeLevelsLessThanASnapshot() throws {
    #expect(
      try text(Nest(levels: 29)) == String(repeating: "[", count: 29)
        + String(repeating: "]", count: 29))
    #expect(throws: EncodingError.self) { try text(Nest(levels: 30)) }
  }

  @Test("An encoding container is the same when requested again")
  func aContainerIsFilledHoweverItIsAskedFor() throws {
    struct Mixed: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encodeNil()
        try list.encode(list.count)
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(inner.count)
        var keyed = list.nestedContainer(keyedBy: Key.self)
        try keyed.encode(list.count, forKey: .a)
        try 7.encode(to: list.superEncoder())
        // Asked for once more it goes on.
        var again = encoder.unkeyedContainer()
        try again.encode(again.count)
      }
    }
    struct Keyed: Encodable {
      func encode(to encoder: any Encoder) throws {
        var first = encoder.container(keyedBy: Key.self)
        try first.encodeNil(forKey: .b)
        var second = encoder.container(keyedBy: Key.self)
        try 7.encode(to: second.superEncoder(forKey: .a))
        try second.encode("x", forKey: .b)
      }
    }
    #expect(try text(Mixed()) == #"[null,1,[0],{"a":4},7,5]"#)
    #expect(try text(Keyed()) == #"{"a":7,"b":"x"}"#)
  }

  @Test("Integers of any size, and nil, are encoded and decoded")
  func wholeNumbersOfAnySizeComeBackAndSoDoesNone() throws {
    struct Numbers: Codable, Equatable {
      var a: Int8?
      var b: Int16?
      var c: Int32?
      var d: Int64?
      var e: Int?
      var f: UInt8?
      var g: UInt16?
      var h: UInt32?
      var i: UInt64?
      var j: UInt?
    }
    let numbers = Numbers(
      a: .min, b: .min, c: .min, d: .min, e: .min, f: .max, g: .max, h: .max, i: .max, j: .max)
    #expect(
      try text(numbers)
        == #"{"a":-128,"b":-32768,"c":-2147483648,"d":-9223372036854775808,"#
        + #""e":-9223372036854775808,"f":255,"g":65535,"h":4294967295,"#
        + #""i":18446744073709551615,"j":18446744073709551615}"#)
    for each in [numbers, Numbers()] {
      #expect(try StateCoder.decode(Numbers.self, from: StateCoder.encode(each)) == each)
    }
    let names = "abcdefghij".map { "\"\($0)\":null" }.joined(separator: ",")
    #expect(try text(Numbers()) == "{\(names)}")
  }
}
