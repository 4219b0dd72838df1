import Foundation
import Testing

@testable import Core
@testable import Restoration

@Suite struct StateCoderTests {
  struct State: RestorableState {
    enum Choice: Codable, Equatable {
      case none
      case one(id: Int)
      case pair(String, Bool?)
    }
    struct Part: Codable, Equatable {
      var first = 1
      var second = "two"
    }

    var name = "default"
    var cleared: String? = "not cleared"
    var count = 7
    var fraction = 0.5
    var isOpen = true
    var choice = Choice.none
    var part = Part()
    var texts: [String: Int] = [:]
    var list: [Int?] = []
    var small: Int8 = 0
    var unsigned: UInt64 = 0
    var single: Float = 0
  }

  private static let changed: State = {
    var state = State()
    state.name = "“東京” \u{1F469}\u{200D}\u{1F4BB}\n\u{0}"
    state.cleared = nil
    state.count = .min
    state.fraction = -.leastNonzeroMagnitude
    state.isOpen = false
    state.choice = .pair("a", nil)
    state.part = State.Part(first: 2, second: "")
    state.texts = ["b": 2, "a": 1, "": 0]
    state.list = [nil, .max, nil]
    state.small = -128
    state.unsigned = .max
    state.single = 0.1
    return state
  }()

  private func json(_ text: String) throws -> JSON { try JSON(Array(text.utf8)) }

  // MARK: There and back

  @Test("A state with every kind of value is restored") func everyKindOfValueComesBackAsItWas()
    throws
  {
    let saved = try StateCoder.encode(Self.changed)
    let read = try JSON(saved.bytes, limits: .snapshot)
    let (state, lostKeys, _) = StateCoder.restore(State.self, from: read)
    #expect(state == Self.changed)
    #expect(lostKeys == [])
  }

  @Test(
    "A state's enum with payloads is restored",
    arguments: [State.Choice.none, .one(id: -1), .pair("x", true), .pair("", nil)])
  func anEnumWithPayloadsComesBack(choice: State.Choice) throws {
    var state = State()
    state.choice = choice
    #expect(StateCoder.restore(State.self, from: try StateCoder.encode(state)).state == state)
  }

  @Test(
    "A state's number is restored bit for bit",
    arguments: [
      0.1, -0.0, 1e16, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      .leastNormalMagnitude,
      1.0 / 3,
    ])
  func aNumberComesBackBitForBit(number: Double) throws {
    var state = State()
    state.fraction = number
    let read = try JSON(try StateCoder.encode(state).bytes)
    #expect(
      StateCoder.restore(State.self, from: read).state.fraction.bitPattern == number.bitPattern)
  }

  @Test("A state's integer may be written as a fraction") func aWholeNumberMayBeWrittenAsAFraction()
    throws
  {
    let saved = try json(#"{"count":12.0,"small":1e2,"unsigned":18446744073709551615}"#)
    let (state, lostKeys, _) = StateCoder.restore(State.self, from: saved)
    #expect(state.count == 12)
    #expect(state.small == 100)
    #expect(state.unsigned == .max)
    #expect(lostKeys == [])
  }

  @Test("A state's dictionaries are restored with any key type")
  func dictionariesComeBackWhateverTheirKeysAre() throws {
    struct Keyed: RestorableState {
      var byNumber: [Int: String] = [:]
      var byText: [String: [String]] = [:]
      var byChoice: [State.Choice.Name: Int] = [:]
    }
    var state = Keyed()
    state.byNumber = [3: "c", -1: "a"]
    state.byText = ["": [], "x y": ["1", "2"]]
    state.byChoice = [.left: 1, .right: 2]
    #expect(StateCoder.restore(Keyed.self, from: try StateCoder.encode(state)).state == state)
  }

  @Test("A state's Foundation values are restored") func whatFoundationSavesComesBack() throws {
    struct Foreign: RestorableState {
      var date = Date(timeIntervalSince1970: 0)
      var link = URL(string: "https://example.com/")
      var data = Data()
      var id = UUID(uuidString: "00000000-0000-0000-0000-000000000000")
    }
    var state = Foreign()
    state.date = Date(timeIntervalSinceReferenceDate: 123_456.789)
    state.link = URL(string: "https://example.org/a?b=c")
    state.data = Data([0, 255])
    state.id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(StateCoder.restore(Foreign.self, from: try StateCoder.encode(state)).state == state)
  }

  // MARK: What is missing

  @Test("A state's missing key has its default") func whatASnapshotLacksIsTheDefault() throws {
    let (state, lostKeys, _) = StateCoder.restore(State.self, from: try json(#"{"count":8}"#))
    var expected = State()
    expected.count = 8
    #expect(state == expected)
    #expect(lostKeys == [])
  }

  @Test("A state's cleared optional stays nil despite its default")
  func aClearedOptionalStaysNilAlthoughItsDefaultIsNot() throws {
    var state = State()
    state.cleared = nil
    let saved = try StateCoder.encode(state)
    #expect(saved["cleared"] == .null)
    #expect(StateCoder.restore(State.self, from: saved).state.cleared == nil)
  }

  @Test("A state's unknown key is dropped") func anUnknownKeyIsDropped() throws {
    let (state, lostKeys, _) = StateCoder.restore(
      State.self, from: try json(#"{"count":8,"ofALaterRelease":{"x":[1]}}"#))
    #expect(state.count == 8)
    #expect(lostKeys == [])
  }

  // MARK: What can't be read

  @Test(
    "A state's invalid key costs only that key and is named",
    arguments: [
      ("name", "1"), ("name", "null"), ("name", "[]"), ("count", "1.5"), ("count", #""1""#),
      ("count", "9223372036854775808"), ("count", "-9223372036854775809"), ("count", "1e400"),
      ("count", "true"), ("count", "{}"), ("fraction", "1e400"), ("fraction", #""0.5""#),
      ("isOpen", "1"), ("isOpen", #""true""#), ("isOpen", "null"), ("cleared", "false"),
      ("choice", "{}"), ("choice", #"{"three":{}}"#), ("choice", #"{"one":{}}"#),
      ("choice", #"{"one":{"id":"x"}}"#), ("choice", #"{"none":{},"one":{"id":1}}"#),
      ("choice", "7"), ("part", #"{"first":3}"#), ("part", "[]"), ("texts", #"{"a":"b"}"#),
      ("texts", "[]"), ("list", #"[1,"2"]"#), ("list", "{}"), ("list", "null"), ("small", "128"),
      ("small", "-129"), ("unsigned", "-1"), ("unsigned", "18446744073709551616"),
      ("single", "1e39"),
    ])
  func aBadKeyCostsThatKeyAndIsNamed(key: String, value: String) throws {
    let saved = try json(#"{"\#(key)":\#(value),"ok":1}"#)
    let (state, lostKeys, _) = StateCoder.restore(State.self, from: saved)
    #expect(state == State())
    #expect(lostKeys == [key])
  }

  @Test("A state's invalid keys leave the others") func severalBadKeysLeaveTheOthers() throws {
    let (state, lostKeys, _) = StateCoder.restore(
      State.self, from: try json(#"{"count":"x","name":"kept","list":5,"small":1000}"#))
    var expected = State()
    expected.name = "kept"
    #expect(state == expected)
    #expect(Set(lostKeys) == ["count", "list", "small"])
  }

  @Test("A state that is no object is lost completely", arguments: ["[]", "5", #""text""#, "true"])
  func whatIsNoObjectIsLostAsAWhole(text: String) throws {
    let (state, lostKeys, _) = StateCoder.restore(State.self, from: try json(text))
    #expect(state == State())
    #expect(lostKeys == ["everything"])
  }

  @Test("A null state loses nothing") func noStateAtAllIsNoLoss() {
    let (state, lostKeys, _) = StateCoder.restore(State.self, from: .null)
    #expect(state == State())
    #expect(lostKeys == [])
  }

  @Test("A type's own decoding error costs only its key") func anErrorOfATypesOwnCostsThatKeyAlone()
    throws
  {
    struct Picky: Codable, Equatable {
      struct Refusal: Error {}
      var number = 1
      init() {}
      init(from decoder: any Decoder) throws {
        let number = try decoder.singleValueContainer().decode(Int.self)
        // One that names no place, and one that isn't a DecodingError.
        if number == 2 {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "two"))
        }
        if number == 3 { throw Refusal() }
        self.number = number
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    struct Fussy: RestorableState {
      var first = Picky()
      var second = Picky()
      var list: [Picky] = []
      var name = ""
    }
    let (state, lostKeys, _) = StateCoder.restore(
      Fussy.self, from: try json(#"{"first":2,"second":3,"list":[1,3],"name":"kept"}"#))
    var expected = Fussy()
    expected.name = "kept"
    #expect(state == expected)
    #expect(Set(lostKeys) == ["first", "second", "list"])
  }

  @Test("A state of one value is restored") func aStateThatIsOneValueComesBack() throws {
    enum Tab: String, RestorableState {
      case first, second
      init() { self = .first }
    }
    let saved = try StateCoder.encode(Tab.second)
    #expect(StateCoder.restore(Tab.self, from: saved).state == .second)
    let (state, lostKeys, _) = StateCoder.restore(Tab.self, from: .string("third"))
    #expect(state == .first)
    #expect(lostKeys == ["everything"])
  }

  @Test("A state without keys is restored") func aStateWithoutKeysComesBack() throws {
    struct Nothing: RestorableState {}
    let (_, lostKeys, _) = StateCoder.restore(Nothing.self, from: try StateCoder.encode(Nothing()))
    #expect(lostKeys == [])
  }

  // MARK: What can't be saved

  @Test("A state nested too deep to be read back is refused")
  func aStateTooDeepToBeReadBackIsRefused() throws {
    indirect enum Chain: Codable, Equatable, Sendable {
      case end
      case link(Chain)
    }
    struct Deep: RestorableState { var chain = Chain.end }
    func chain(_ count: Int) -> Deep {
      Deep(chain: (0..<count).reduce(Chain.end) { chain, _ in .link(chain) })
    }
    var deepest = 0
    for count in 1...20 {
      let state = chain(count)
      guard let saved = try? StateCoder.encode(state) else { break }
      deepest = count
      let entry = Snapshot.Entry(
        route: .application(.null), title: "", stateVersion: 1, state: saved)
      let snapshot = Snapshot(
        application: "app", version: "1", account: nil, savedAt: 0, entries: [entry])
      let read = try #require(try Snapshot(body: snapshot.body).entries.first?.contents)
      #expect(StateCoder.restore(Deep.self, from: read.state).state == state)
    }
    #expect((5..<20).contains(deepest))
    #expect(throws: EncodingError.self) { try StateCoder.encode(chain(20)) }
  }
}

extension StateCoderTests.State.Choice {
  enum Name: String, Codable { case left, right }
}
