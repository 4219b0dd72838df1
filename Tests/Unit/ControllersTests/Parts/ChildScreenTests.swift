import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// A screen made of two, as an application's author makes one: nothing here is the framework's own.
@MainActor @Suite struct ChildScreenTests {
  /// Animals above a text.
  private final class Barn: Screen {
    struct State: RestorableState {
      var list: ChildState?
      var text: ChildState?
      var isReading = false
    }
    var state = State()
    let title = "Barn"
    private var list = ChildScreen(Barn.makeList(), resuming: nil)
    private var text = ChildScreen(Barn.makeText(), resuming: nil)

    private static func makeList() -> any Screen {
      ListController(
        title: "Animals", columns: Animal.columns, id: \.id,
        source: { load in
          load.show(
            ListContent(rows: (10..<60).map { Animal("\($0)") }, noun: ("animal", "animals")))
        })
    }

    private static func makeText() -> any Screen {
      TextController(title: "Text") { load in
        load.show((1...80).map { "Line \($0)." }.joined(separator: "\n"))
      }
    }

    func encodeState() -> State {
      var saved = state
      saved.list = list.save()
      saved.text = text.save()
      return saved
    }

    func restoreState(_ state: State) {
      self.state = state
      list = ChildScreen(Barn.makeList(), resuming: state.list)
      text = ChildScreen(Barn.makeText(), resuming: state.text)
    }

    private var focused: any Screen { state.isReading ? text.screen : list.screen }
    var isTyping: Bool { focused.isTyping }
    var bindings: [KeyBinding] {
      guard !isTyping else { return focused.bindings }
      return focused.bindings + [
        KeyBinding(.tab, help: "Go to the other part") { _ in self.state.isReading.toggle() }
      ]
    }

    private func area(_ part: any Screen, of size: Size) -> Area {
      let top = size.rows / 2
      return part === list.screen
        ? Area(row: 0, column: 0, rows: top, columns: size.columns)
        : Area(row: top, column: 0, rows: size.rows - top, columns: size.columns)
    }

    private func inner(_ part: any Screen, _ navigator: Navigator) -> Navigator {
      let area = area(part, of: navigator.size)
      return navigator.childNavigator(size: Size(rows: area.rows, columns: area.columns))
    }

    func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
      for part in [list.screen, text.screen] {
        await part.load(loadReason, inner(part, navigator))
      }
    }

    func handle(_ event: Event, _ navigator: Navigator) -> Handled {
      if case .resize = event {
        for part in [list.screen, text.screen] {
          let inner = inner(part, navigator)
          _ = part.handle(.resize(inner.size), inner)
        }
        return .handled
      }
      let top = area(focused, of: navigator.size).row
      guard let event = event.forChild(below: top) else { return .ignored }
      if focused.handle(event, inner(focused, navigator)) == .handled { return .handled }
      return isTyping ? .ignored : bindings.perform(event, navigator)
    }

    func receive(_ answer: ScreenResult, _ navigator: Navigator) {
      focused.receive(answer, inner(focused, navigator))
    }

    func draw(in canvas: inout Canvas) {
      for part in [list.screen, text.screen] {
        canvas.within(area(part, of: canvas.size)) { part.draw(in: &$0) }
      }
    }
  }

  private let application = Application("barn") { Barn() }

  @Test(
    "The restoration law holds for a screen of two child screens",
    arguments: 1...6 as ClosedRange<UInt64>)
  func everyEventOfARandomScriptIsRestored(seed: UInt64) async throws {
    try await assertRestorable(application, script: .random(seed: seed, count: 200))
  }

  /// A scale, whose reading may be no number.
  private final class Scale: Screen {
    struct State: RestorableState { var reading = 0.0 }
    var state = State()
    let title = "Scale"
    func draw(in canvas: inout Canvas) {}
  }

  @Test("A child screen saves again after a state that can't be encoded")
  func aPartThatCanBeSavedAgainIs() throws {
    let scale = Scale()
    let part = ChildScreen(scale, resuming: nil)
    let saved = try StateCoder.encode(part.save())
    scale.state.reading = .nan
    #expect(throws: (any Error).self) { try StateCoder.encode(part.save()) }
    scale.state.reading = 0
    #expect(try StateCoder.encode(part.save()) == saved)
  }

  @Test("Both child screens of a screen are restored after a kill") func bothPartsComeBack()
    async throws
  {
    let session = try await TestSession(application)
    await session.press("/")
    await session.type("59")
    await session.press(.enter, .tab, .end)
    try await session.killAndRelaunch()
    try session.expect("name of 59")
    try session.expect("Line 80.")
    await session.press(.tab, .escape)
    try session.expect("name of 10")
  }

  @Test("A child screen gets clicks in its own area, relative to its top")
  func aClickAboveThePartIsNotThePartsOwn() {
    let above = Event.mouse(Mouse(.click, at: Position(row: 3, column: 5)))
    #expect(above.forChild(below: 4) == nil)
    let inside = Event.mouse(Mouse(.click, at: Position(row: 6, column: 5)))
    #expect(inside.forChild(below: 4) == .mouse(Mouse(.click, at: Position(row: 2, column: 5))))
    let first = Event.mouse(Mouse(.click, at: Position(row: 4, column: 5)))
    #expect(first.forChild(below: 4) == .mouse(Mouse(.click, at: Position(row: 0, column: 5))))
    #expect(Event.key(.tab).forChild(below: 4) == .key(.tab))
  }
}
