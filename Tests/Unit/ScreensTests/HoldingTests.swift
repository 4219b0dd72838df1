import Core
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

/// Keys typed while a question for a password is on its way.
@MainActor @Suite struct HoldingTests {
  private enum Route: AppRoute { case list, question }

  /// A list whose refresh finds out after a while whether a password has to be asked for.
  private final class ListScreen: Screen {
    struct State: RestorableState { var keys = "" }
    var state = State()
    let gate = Turnstile()
    var asks = true

    var bindings: [KeyBinding] {
      [KeyBinding("r", help: "Log in") { $0.refresh() }]
        + "secto7".map { letter in
          KeyBinding(.character(letter), help: "A key") { _ in self.state.keys.append(letter) }
        }
    }

    func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
      guard loadReason == .userRefresh else { return }
      await gate.wait()
      if asks { navigator.push(Route.question) }
    }

    func draw(in canvas: inout Canvas) { canvas.write("keys “\(state.keys)”", row: 0) }
  }

  private final class QuestionScreen: Screen {
    struct State: RestorableState {}
    var state = State()
    let title = "Password"
    let isTyping = true
    let takesPassword = true
    private var text = TextEntry()
    private var isEntered = false

    func handle(_ event: Event, _ navigator: Navigator) -> Handled {
      if event == .key(.enter) { isEntered = true }
      return text.edit(event)
    }

    func promptRows(columns: Int) -> Int? { 2 }

    func draw(in canvas: inout Canvas) {
      canvas.write("password “\(text.text)”\(isEntered ? " entered" : "")", row: 0)
    }
  }

  private let store = InMemorySnapshotStore()
  private let terminal = InMemoryTerminal(size: Size(rows: 10, columns: 60))
  private let list = ListScreen()

  private func loop(awaits: Bool = true) throws -> ScreenLoop<Route> {
    var application = Application("holding", root: Route.list) { [list] route -> any Screen in
      switch route {
      case .list: list
      case .question: QuestionScreen()
      }
    }
    application.awaitsPassword = { _, loadReason in awaits && loadReason == .userRefresh }
    let loop = try ScreenLoop(
      application, framework: FrameworkScreens { _ in QuestionScreen() }, terminal: terminal,
      store: store, time: .stopped)
    loop.start(resuming: nil)
    return loop
  }

  private func type(_ text: String, _ loop: ScreenLoop<Route>) async {
    for letter in text { terminal.send(.key(letter == "\r" ? .enter : .character(letter))) }
    loop.turn()
    await letTasksRun()
  }

  @Test("Keys typed before a password prompt go into its field")
  func theyGoIntoTheFieldOnceItIsThere() async throws {
    let loop = try loop()
    await loop.settle()
    await type("rsec", loop)
    #expect(terminal.frame.text.contains("keys “”"))
    await type("ret", loop)
    list.gate.open()
    await loop.settle()
    await type("7\r", loop)
    #expect(terminal.frame.text.contains("password “secret7” entered"))
    // The list is in sight above, and none of it was for the list.
    #expect(terminal.frame.text.contains("keys “”"))
    let saved = String(decoding: store.body ?? [], as: UTF8.self)
    #expect(!saved.contains("secret"))
  }

  @Test("Keys typed before a password prompt that doesn't come are dropped")
  func whereNoQuestionComesTheyAreDroppedWithTheRestOfTheirLine() async throws {
    let loop = try loop()
    await loop.settle()
    await type("rsec", loop)
    list.asks = false
    list.gate.open()
    await loop.settle()
    #expect(terminal.frame.text.contains("What was typed before you were logged in was dropped."))
    await type("ret\r", loop)
    #expect(terminal.frame.text.contains("keys “”"))
    await type("s", loop)
    #expect(terminal.frame.text.contains("keys “s”"))
  }

  @Test("Esc drops keys held for a password prompt, Ctrl-Q quits")
  func escDropsThemAndCtrlQQuitsAtOnce() async throws {
    let loop = try loop()
    await loop.settle()
    var hasQuit = false
    loop.onQuit = { hasQuit = true }
    await type("rsec", loop)
    terminal.send(.key(.escape))
    loop.turn()
    #expect(loop.held.isEmpty)
    await type("t", loop)
    terminal.send(.key(.control("q")))
    loop.turn()
    #expect(hasQuit)
  }

  @Test("A refresh that awaits no password holds no keys") func anOrdinaryRefreshHoldsNoKey()
    async throws
  {
    let loop = try loop(awaits: false)
    await loop.settle()
    await type("rsec", loop)
    #expect(terminal.frame.text.contains("keys “sec”"))
  }
}
