import Restoration
import Screens
import Terminals
import Testing

@testable import RepriseTesting

/// The law has to catch those who break it.
@MainActor @Suite struct RestorationLawTests {
  private func application(_ screen: @escaping @MainActor () -> any Screen) -> Application<
    OnlyRoute
  > {
    Application("law", screen: screen)
  }

  @Test("The restoration law accepts a screen that saves its state")
  func aScreenThatKeepsItsStateObeys() async throws {
    try await assertRestorable(
      application { TypingScreen() }, script: .random(seed: 3, count: 200))
  }

  @Test("The restoration law catches a screen that draws unsaved data")
  func aScreenThatDrawsWhatIsNotInItsStateIsCaught() async throws {
    let broken = await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(
        application { LeakyScreen() }, script: .events([.key("x"), .key("+"), .key("x")]))
    }
    #expect(broken?.number == 1)
    #expect(broken?.event == .key("+"))
    #expect(broken?.before.text.contains("leaked 1") == true)
    #expect(broken?.after.text.contains("leaked 0") == true)
  }

  @Test("A random script catches a screen that draws unsaved data") func aRandomScriptFindsItToo()
    async throws
  {
    await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(
        application { LeakyScreen() }, script: .random(seed: 1, count: 300))
    }
  }

  /// What a session says of a question's answers may be anybody's.
  @Test("A consent screen starts over and saves nothing")
  func aQuestionBeginsAnewAndNothingOfItIsSaved() async throws {
    try await assertRestorable(application { ConsentScreen() }, script: .events([.key("x")]))
    let store = InMemorySnapshotStore()
    let other = try await TestSession(application { ConsentScreen(asks: false) }, store: store)
    await other.press("x", "x")
    other.close()
    func saved() throws -> String {
      let body = try #require(store.load().body)
      return String(decoding: body, as: UTF8.self)
    }
    #expect(try saved().contains("\"count\":2"))
    let session = try await TestSession(application { ConsentScreen() }, store: store)
    try session.expect("answered 0")
    await session.press("x")
    try session.expect("answered 1")
    #expect(try saved().contains("\"count\":0"))
  }

  // MARK: The application's own keys

  @Test("A random script presses the application's own keys", arguments: 1...40)
  func aKeyOfTheApplicationsOwnIsPressed(seed: UInt64) async throws {
    let broken = await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(
        application { HidingScreen("w") }, script: .random(seed: seed, count: 300))
    }
    #expect(broken?.events.contains(.key("w")) == true)
    #expect(broken?.description.contains("was |hidden true") == true)
    #expect(broken?.description.contains("is  |hidden false") == true)
  }

  @Test(
    "A random script presses any key of a binding",
    arguments: [Key.control("s"), .function(7), "Ω"])
  func anyKeyIsPressedThatABindingNames(key: Key) async throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let broken = await #expect(throws: RestorationMismatch.self) {
        try await assertRestorable(
          application { HidingScreen(key) }, script: .random(seed: seed, count: 300))
      }
      #expect(broken?.events.contains(.key(key)) == true)
    }
  }

  @Test("A random script takes every choice of a picker", arguments: 1...10)
  func everyChoiceOfAPickerIsTaken(seed: UInt64) async throws {
    await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(
        application { ChoosingScreen() }, script: .random(seed: seed, count: 500))
    }
  }

  @Test("A random script presses other keys despite keys that quit", arguments: 1...10)
  func aKeyThatQuitsDoesNotKeepTheOthersFromBeingPressed(seed: UInt64) async throws {
    await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(
        application { HidingScreen("w", quitting: ["x", "y", "z", "v", "u"]) },
        script: .random(seed: seed, count: 300))
    }
  }

  @Test("A random script of the same seed presses the same keys")
  func theSameSeedPressesTheSameKeys() async throws {
    var scripts: [[Event]] = []
    for _ in 0..<2 {
      let broken = await #expect(throws: RestorationMismatch.self) {
        try await assertRestorable(
          application { ChoosingScreen() }, script: .random(seed: 4, count: 500))
      }
      scripts.append(broken?.events ?? [])
    }
    #expect(scripts[0] == scripts[1])
    let events = scripts[0]
    // What a random script found, its events find again.
    await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(application { ChoosingScreen() }, script: .events(events))
    }
  }

  @Test("Screens opened by the command line aren't reopened after a kill")
  func whatWasAskedForOnceIsNotOpenedAgain() async throws {
    let test = TestApplication().application
    let opening = Application(
      "test", root: test.root, deepLink: [.counter(id: "asked for")], screen: test.screen)
    try await assertRestorable(
      opening,
      script: .events(
        [.focus(true)] + (["+", "n", .escape, .escape, "+"] as [Key]).map { .key($0) }))
    let session = try await TestSession(opening)
    try session.expect("asked for")
    await session.press(.escape)
    try await session.killAndRelaunch()
    try session.expectNo("asked for")
  }

  @Test("The restoration law catches a cursor that isn't saved")
  func aCaretThatIsNotInTheStateIsCaught() async throws {
    await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(
        application { LeakyCaretScreen() }, script: .events([.key("+")]))
    }
  }

  // MARK: What an application keeps besides its screens' states

  @Test("The restoration law catches data kept only in the application's memory")
  func whatAnApplicationKeepsInMemoryIsGoneAfterAKill() async throws {
    let session = try await TestSession(remembering())
    await session.press("+")
    try session.expect("presses 1")
    try await session.killAndRelaunch()
    try session.expect("presses 0")
    await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(remembering(), script: .events([.key("+")]))
    }
  }

  private func remembering() -> Application<OnlyRoute> {
    let presses = Presses()
    return application { RememberingScreen(presses) }
  }

  @Test("A relaunched test session has the same clock") func theNextStartGoesOnWithTheSameClock()
    async throws
  {
    let time = TestClock(at: 36_000)
    let session = try await TestSession(application { TypingScreen() }, time: time)
    let relaunched = try await session.relaunched()
    #expect(relaunched.time === time)
    relaunched.close()
  }

  @Test("The restoration law catches a state that loses a value")
  func aStateThatLosesSomethingIsCaught() async throws {
    await #expect(throws: RestorationMismatch.self) {
      try await assertRestorable(
        application { ForgetfulScreen() }, script: .events([.key("+")]))
    }
  }
}

/// What the whole application remembers, and no screen saves.
@MainActor private final class ConsentScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  let title = "Consent"
  let asksForConsent: Bool

  init(asks: Bool = true) { asksForConsent = asks }

  func draw(in canvas: inout Canvas) { canvas.write("answered \(state.count)", row: 0) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if event == .key("x") { state.count += 1 }
    return .handled
  }
}

@MainActor private final class Presses { var count = 0 }

@MainActor private final class RememberingScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  private let presses: Presses

  init(_ presses: Presses) { self.presses = presses }

  func draw(in canvas: inout Canvas) { canvas.write("presses \(presses.count)", row: 0) }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    guard event == .key("+") else { return .ignored }
    presses.count += 1
    return .handled
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

/// It has a key that changes what is drawn, and not the state; and keys that quit.
@MainActor private final class HidingScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  private var isHidden = false
  private let key: Key
  private let quitting: [Key]

  init(_ key: Key, quitting: [Key] = []) {
    self.key = key
    self.quitting = quitting
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding(key, help: "Hide it") { _ in self.isHidden.toggle() },
      KeyBinding("+", .up, help: "Count one more") { _ in self.state.count += 1 },
    ] + quitting.map { KeyBinding($0, help: "Leave") { $0.quit() } }
  }

  func draw(in canvas: inout Canvas) {
    canvas.write("hidden \(isHidden)", row: 0)
    canvas.write("count \(state.count)", row: 1)
  }
}

/// It forgets one of three answers.
@MainActor private final class ChoosingScreen: Screen {
  struct State: RestorableState { var chosen = "none" }
  var state = State()
  private var isForgotten = false

  var bindings: [KeyBinding] {
    [
      KeyBinding("p", help: "Choose") { navigator in
        navigator.pick(
          Picker(
            question: "kind", title: "Kind",
            choices: ["a", "b", "c"].map { Picker.Choice(id: $0, label: $0) }))
      }
    ]
  }

  func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    if answer.choiceID == "c" { isForgotten = true } else { state.chosen = answer.choiceID }
  }

  func draw(in canvas: inout Canvas) {
    canvas.write(isForgotten ? "forgotten" : state.chosen, row: 0)
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
