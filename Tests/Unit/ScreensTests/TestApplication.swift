import Core
import Restoration
import Screens
import Terminals

enum TestRoute: AppRoute {
  case root
  case counter(id: String)
  case typing
  case slow
  /// Its state holds a number that can't be saved.
  case unsavable
  /// Its route holds one.
  case unsavableRoute(Double)
  case two
}

/// An application of small screens, and what became of them.
@MainActor final class TestApplication {
  /// The screens that were built, in their order.
  private(set) var built: [TestRoute] = []
  /// What `SlowScreen.load` waits for.
  let gate = Turnstile()

  var application: Application<TestRoute> {
    Application("test", title: "Test", version: "9", root: .root) { route in
      self.built.append(route)
      switch route {
      case .root: return CounterScreen(title: "")
      case .counter(let id): return CounterScreen(title: id)
      case .typing: return TypingScreen()
      case .slow: return SlowScreen(self.gate)
      case .unsavable: return UnsavableScreen()
      case .unsavableRoute: return CounterScreen(title: "never seen")
      case .two: return OtherScreen()
      }
    }
  }

  func forget() { built = [] }
}

/// It counts, opens other screens, and asks.
@MainActor final class CounterScreen: Screen {
  struct State: RestorableState {
    var count = 0
    var answer = "none"
  }

  var state = State()
  let title: String

  init(title: String) { self.title = title }

  var bindings: [KeyBinding] {
    [
      KeyBinding("+", label: "count", help: "Count one more") { _ in self.state.count += 1 },
      KeyBinding("n", label: "next", help: "Open another") { navigator in
        self.state.count += 1
        navigator.push(TestRoute.counter(id: self.title.isEmpty ? "one" : self.title + "+"))
      },
      KeyBinding("a", label: "ask", help: "Ask for a colour") { $0.pick(Self.colours) },
      KeyBinding("t", help: "Type") { $0.push(TestRoute.typing) },
      KeyBinding("w", help: "Wait") { $0.push(TestRoute.slow) },
      KeyBinding("2", help: "Open the other kind") { $0.push(TestRoute.two) },
      KeyBinding("u", help: "Open what can't be saved") { $0.push(TestRoute.unsavable) },
      KeyBinding("U", help: "Open a route that can't be saved") { navigator in
        self.state.count += 1
        navigator.push(TestRoute.unsavableRoute(.nan))
      },
      KeyBinding("F", help: "Open a route of another application") { navigator in
        self.state.count += 1
        navigator.push(OnlyRoute.only)
      },
      KeyBinding("p", help: "Go back") { $0.pop() },
      KeyBinding("m", help: "Say something") { $0.notify("Something.") },
      KeyBinding("c", help: "Copy") { $0.copy("a text") },
    ]
  }

  static let colours = Picker(
    question: "colour", title: "Colour",
    choices: [.init(id: "r", label: "Red"), .init(id: "g", label: "Green")], currentID: "r")

  func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    state.answer = "\(answer.question) \(answer.choiceID)"
  }

  func draw(in canvas: inout Canvas) {
    canvas.write("count \(state.count), answer \(state.answer)", row: 0)
  }
}

/// Another kind of screen: an answer meant for a `CounterScreen` is none of its business.
@MainActor final class OtherScreen: Screen {
  struct State: RestorableState { var answer = "" }
  var state = State()
  let title = "Other"

  var bindings: [KeyBinding] {
    [
      KeyBinding("q", label: "own", help: "Something of its own") { _ in self.state.answer = "q" },
      KeyBinding("?", "a", help: "Open a screen on top") { $0.push(TestRoute.counter(id: "x")) },
    ]
  }

  func receive(_ answer: ScreenResult, _ navigator: Navigator) { state.answer = answer.choiceID }

  func draw(in canvas: inout Canvas) { canvas.write("other “\(state.answer)”", row: 0) }
}

/// Every letter is text.
@MainActor final class TypingScreen: Screen {
  struct State: RestorableState { var text = TextEntry() }
  var state = State()
  let title = "Typing"
  let isTyping = true

  func handle(_ event: Event, _ navigator: Navigator) -> Handled { state.text.edit(event) }

  func draw(in canvas: inout Canvas) {
    canvas.write("typed “\(state.text.text)”", row: 0)
    canvas.showCursor(row: 0, column: 7 + state.text.caret)
  }
}

/// Its data takes until the gate opens. It takes no notice of being cancelled.
@MainActor final class SlowScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  let title = "Slow"
  private let gate: Turnstile
  private var data = "nothing yet"

  init(_ gate: Turnstile) { self.gate = gate }

  var bindings: [KeyBinding] {
    [
      KeyBinding("n", help: "Open another") { $0.push(TestRoute.counter(id: "above")) },
      KeyBinding("r", help: "Load anew") { $0.refresh() },
    ]
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    await gate.wait()
    gate.wasCancelled = Task.isCancelled
    data = "data"
    state.count += 1
    navigator.notify("It is there.")
    navigator.push(TestRoute.counter(id: "pushed by the slow one"))
  }

  func draw(in canvas: inout Canvas) { canvas.write("slow: \(data)", row: 0) }
}

/// Its state has a number that no snapshot holds, once x is pressed.
@MainActor final class UnsavableScreen: Screen {
  struct State: RestorableState { var number = 0.0 }
  var state = State()
  let title = "Unsavable"

  var bindings: [KeyBinding] {
    [
      KeyBinding("x", help: "Make it so") { _ in self.state.number = .nan },
      KeyBinding("y", help: "Make it good") { _ in self.state.number += 1 },
      KeyBinding("z", help: "Make it zero") { _ in self.state.number = 0 },
    ]
  }

  func draw(in canvas: inout Canvas) { canvas.write("number \(state.number)", row: 0) }
}

/// Where something waits until the test lets it go on.
@MainActor final class Turnstile {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false
  /// Set by whoever waited.
  var wasCancelled: Bool?

  var waitingCount: Int { waiting.count }

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Lets everything that can go on do so.
@MainActor func letTasksRun() async {
  for _ in 0..<50 { await Task.yield() }
}

/// A store whose copies can't be put aside any more.
final class FullStore: SnapshotStore {
  let memory: InMemorySnapshotStore

  init(_ memory: InMemorySnapshotStore) { self.memory = memory }

  func load() -> StoredSnapshot { memory.load() }
  func save(_ body: [UInt8]) throws { try memory.save(body) }
  func flush() throws { try memory.flush() }
  func quarantine() throws -> String {
    throw SnapshotError.file(.unsafe(path: "x", "10 damaged copies of it were set aside already"))
  }
}

/// A snapshot's body with entries as they are given.
func body(of entries: String...) -> [UInt8] {
  Snapshot(
    application: "test", version: "9", account: nil, savedAt: 0,
    entries: entries.map { Snapshot.Entry(bytes: Array($0.utf8)) }
  ).body
}

extension InMemorySnapshotStore {
  /// What is saved now. Throws if there is nothing.
  var snapshot: Snapshot {
    get throws { try Snapshot(body: body ?? []) }
  }
}

enum SavedEntry {
  static let root =
    #"{"route":{"root":{}},"state":{"answer":"none","count":1},"title":"","version":1}"#
  static let counter =
    #"{"route":{"counter":{"id":"A"}},"state":{"answer":"none","count":2},"title":"A","version":1}"#
  static let unknown =
    #"{"route":{"ofALaterRelease":{"x":[1.50,{"k":null}]}},"state":{"z":1,"a":2},"title":"Later","new":true,"version":77}"#
}
