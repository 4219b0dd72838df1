@testable import Restoration
import Testing
import Values

@Suite struct StateEncoderTests {
  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try StateCoder.encode(value).bytes, as: UTF8.self)
  }

  @Test func keysAreSorted() throws {
    struct Unsorted: Encodable {
      var zebra = 1
      var apple = ["z": 1, "b": 2, "é": 3, "a": 4]
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

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
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

  @Test func aFloatThatIsNotFiniteIsRefusedToo() {
    #expect(throws: EncodingError.self) { try StateCoder.encode([Float.infinity]) }
  }

  @Test func anEmptyContainerIsWrittenAsSuch() throws {
    struct Empty: Encodable {}
    struct Containers: Encodable {
      var list: [Int] = []
      var object = Empty()
      var texts: [String: Int] = [:]
    }
    #expect(try text(Containers()) == #"{"list":[],"object":{},"texts":{}}"#)
  }

  @Test func theSameStateIsTheSameBytes() throws {
    let keys = (0..<200).map { "key \($0)" }
    let first = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
    let second = Dictionary(uniqueKeysWithValues: keys.reversed().map { ($0, $0) })
    #expect(try text(first) == text(second))
  }
}
