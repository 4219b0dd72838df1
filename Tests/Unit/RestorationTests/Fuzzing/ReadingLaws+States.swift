@testable import Core
@testable import Restoration

extension ReadingLaws {
  /// Whatever a state is read from, it can be saved, and what was saved is the same state, with
  /// nothing lost.
  static func checkStates(_ text: [UInt8]) throws {
    // A snapshot puts three levels round a state.
    var limits = JSON.Limits.snapshot
    limits.depth -= 3
    guard let saved = try? JSON(text, limits: limits) else { return }
    try checkState(AnythingState.self, saved)
    try checkState(OneWordState.self, saved)
    try checkState(ListOfStates.self, saved)
  }

  private static func checkState<State: RestorableState>(_ type: State.Type, _ saved: JSON) throws {
    let state = StateCoder.restore(type, from: saved).state
    let written = try StateCoder.encode(state)
    let reread = try JSON(written.bytes, limits: .snapshot)
    let (again, lostKeys, _) = StateCoder.restore(type, from: reread)
    try hold(lostKeys.isEmpty, "\(type) was saved, and came back without \(lostKeys)")
    try hold(again == state, "\(type) was saved, and came back as another")
    try hold(try StateCoder.encode(again) == written, "\(type) is saved otherwise the second time")
  }
}

/// A state with something of every kind that `Codable` knows.
struct AnythingState: RestorableState {
  struct Tree: Codable, Hashable {
    var name = ""
    var branches: [Tree] = []
  }

  enum Choice: Codable, Hashable {
    case none
    case one(String)
    case two(left: Int, right: Tree?)
  }

  enum Word: String, Codable { case yes, no }

  var flag = false
  var whole = 0
  var small: Int8 = 0
  var byte: UInt8 = 0
  var short: Int16 = 0
  var word: UInt32 = 0
  var large: UInt64 = 0
  var double = 0.5
  var float: Float = 0.5
  var text = "text"
  var maybe: String?
  var maybeNumber: Double? = 1
  var texts: [String] = []
  var maybes: [Int?] = []
  var byName: [String: [Int]] = [:]
  var byNumber: [Int: String] = [:]
  var tree = Tree()
  var choice = Choice.none
  var chosen: Choice?
  var yes: Word? = .yes
}

/// A state that is one value.
enum OneWordState: String, RestorableState {
  case here, there
  init() { self = .here }
}

/// A state that stands in itself.
struct ListOfStates: RestorableState {
  var inner: [ListOfStates] = []
  var any = AnythingState()
}
