import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// Hostile states have to reach what a screen does with its state.
@MainActor @Suite struct HostileStatesTests {
  private func body(state: String) -> [UInt8] {
    let entry = #"{"route":{"only":{}},"state":\#(state),"title":"","version":1}"#
    return Snapshot(
      application: "hostile", version: "1", account: nil, savedAt: 0,
      entries: [Snapshot.Entry(bytes: Array(entry.utf8))]
    ).body
  }

  @Test("A screen that clamps its state survives hostile states") func aScreenThatClampsSurvives()
    async throws
  {
    let count = try await assertSurvivesHostileStates(
      Application("hostile") { TypingScreen() },
      body: body(state: #"{"text":{"caret":1,"text":"abc"}}"#))
    #expect(count > 100)
  }

  /// What the snapshot lacks, because its release didn't know it yet, is tried too.
  @Test("Hostile states include every extreme of a number", arguments: [#"{"number":5}"#, "{}"])
  func everyExtremeOfANumberIsTried(state: String) async throws {
    let seen = Seen()
    try await assertSurvivesHostileStates(
      Application("hostile") { NumberScreen(seen) }, body: body(state: state))
    #expect(seen.numbers.isSuperset(of: [.min, .max, -1, 0]))
  }

  @Test("Hostile states catch a screen that is restored differently")
  func aScreenThatComesBackOtherwiseIsCaught() async throws {
    let problem = await #expect(throws: HostileStateError.self) {
      try await assertSurvivesHostileStates(
        Application("hostile") { LeakingScreen() }, body: body(state: "{}"))
    }
    #expect(problem?.sentence.contains("came back otherwise") == true)
  }
}

@MainActor private final class Seen {
  var numbers: Set<Int> = []
}

@MainActor private final class NumberScreen: Screen {
  struct State: RestorableState { var number = 5 }
  var state = State() { didSet { seen.numbers.insert(state.number) } }
  private let seen: Seen

  init(_ seen: Seen) { self.seen = seen }

  func draw(in canvas: inout Canvas) { canvas.write("number \(state.number)", row: 0) }
}

@MainActor private final class LeakingScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  private var leaked = 0

  func draw(in canvas: inout Canvas) { canvas.write("leaked \(leaked)", row: 0) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    leaked += 1
    return .handled
  }
}
