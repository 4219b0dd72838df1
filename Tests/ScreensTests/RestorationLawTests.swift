import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// The law has to catch those who break it.
@MainActor @Suite struct RestorationLawTests {
  private func application(_ screen: @escaping @MainActor () -> any Screen) -> Application<
    OnlyRoute
  > {
    Application("law", screen: screen)
  }

  @Test func aScreenThatKeepsItsStateObeys() async throws {
    try await assertRestorable(
      application { TypingScreen() }, script: .random(seed: 3, count: 200))
  }

  @Test func aScreenThatDrawsWhatIsNotInItsStateIsCaught() async throws {
    let broken = await #expect(throws: LawBroken.self) {
      try await assertRestorable(
        application { LeakyScreen() }, script: .events([.key("x"), .key("+"), .key("x")]))
    }
    #expect(broken?.number == 1)
    #expect(broken?.event == .key("+"))
    #expect(broken?.before.text.contains("leaked 1") == true)
    #expect(broken?.after.text.contains("leaked 0") == true)
  }

  @Test func aRandomScriptFindsItToo() async throws {
    await #expect(throws: LawBroken.self) {
      try await assertRestorable(
        application { LeakyScreen() }, script: .random(seed: 1, count: 300))
    }
  }

  @Test func aCaretThatIsNotInTheStateIsCaught() async throws {
    await #expect(throws: LawBroken.self) {
      try await assertRestorable(
        application { LeakyCaretScreen() }, script: .events([.key("+")]))
    }
  }

  @Test func aStateThatLosesSomethingIsCaught() async throws {
    await #expect(throws: LawBroken.self) {
      try await assertRestorable(
        application { ForgetfulScreen() }, script: .events([.key("+")]))
    }
  }
}

@MainActor private final class LeakyScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  private var leaked = 0

  func draw(in canvas: inout Canvas) { canvas.write("leaked \(leaked)", row: 0) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .key(let key) = event, key == "+" || key == .down else { return .ignored }
    leaked += 1
    return .handled
  }
}

@MainActor private final class LeakyCaretScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  private var caret = 0

  func draw(in canvas: inout Canvas) { canvas.showCursor(row: 0, column: caret) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    caret += 1
    return .handled
  }
}

@MainActor private final class ForgetfulScreen: Screen {
  struct State: RestorableState, Codable {
    var count = 0
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }
  var state = State()

  func draw(in canvas: inout Canvas) { canvas.write("count \(state.count)", row: 0) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    state.count += 1
    return .handled
  }
}
