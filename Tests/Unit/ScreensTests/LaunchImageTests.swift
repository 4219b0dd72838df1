import Controllers
import Core
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

@Suite @MainActor struct LaunchImageTests {
  private let size = Size(rows: 8, columns: 40)

  private func frame(_ draw: (inout Canvas) -> Void) -> Frame {
    var canvas = Canvas(size: size)
    draw(&canvas)
    return canvas.picture
  }

  private func image(of frame: Frame) -> [UInt8] {
    LaunchImage.bytes(of: frame, at: 1_795_262_400)
  }

  private func shown(_ image: LaunchImage?) throws -> Frame {
    try #require(image).frame(
      of: "Demo", titles: ["Systems"], subtitle: "/db", banner: nil, zone: .utc)
  }

  @Test("Launch image shows the body cell for cell, and from when it is")
  func theBodyIsShown() throws {
    let left = frame {
      $0.write("Demo › Systems   LIVE host", row: 0)
      $0.fill(row: 2, style: .text.selected)
      $0.write("数据 é👩‍🚀 ok", row: 2, column: 1, style: Style(.good, isSelected: true))
      $0.write("warning", row: 6, column: 3, style: .warning)
      $0.write("a•b", row: 5, style: .warning)
      $0.write("q quit", row: 7, column: 1)
    }
    let again = try shown(LaunchImage(image(of: left), size: size))
    for row in 1..<7 { #expect(again.cells(ofRow: row) == left.cells(ofRow: row)) }
    #expect(again.text(ofRow: 0).hasPrefix(" Demo › Systems › /db"))
    #expect(!again.text.contains("LIVE"))
    #expect(again.text(ofRow: 7).contains("As left at 2026-11-21 12:00. Loading…"))
  }

  @Test("Launch image has nothing that is typed") func typedTextIsNotStored() throws {
    let left = frame { canvas in
      canvas.write("••••", row: 3, style: Style(isField: true))
      canvas.write("https://user:secret@host", row: 4, style: Style(isField: true))
    }
    let text = String(decoding: image(of: left), as: UTF8.self)
    #expect(!text.contains("•") && !text.contains("secret"))
  }

  @Test("Launch image of another size, or that isn't one, isn't shown")
  func othersAreNotShown() {
    let bytes = image(of: frame { $0.write("row", row: 2) })
    #expect(LaunchImage(bytes, size: Size(rows: 8, columns: 41)) == nil)
    #expect(LaunchImage(bytes, size: Size(rows: 9, columns: 40)) == nil)
    #expect(LaunchImage(Array(bytes.dropLast()), size: size) == nil)
    #expect(LaunchImage([], size: size) == nil)
  }

  @Test("Launch image is untrusted: escapes are shown, and unknown parts left out")
  func hostileImagesAreText() throws {
    let rows = Array(repeating: #"[0,"\u001b[31mred\u0007",999,"x",0]"#, count: 8)
    let text = """
      {"savedAt":1,"columns":40,"rows":[\(rows.joined(separator: ","))]}
      """
    let shown = try shown(LaunchImage(Array(text.utf8), size: size))
    #expect(!shown.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(shown.text(ofRow: 1).contains("[31mred"))
  }
}

/// A screen whose data arrives when the test says so.
@MainActor private final class GatedScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  let title = "Gated"
  private let gate: Turnstile
  private var isLoaded = false

  init(_ gate: Turnstile) { self.gate = gate }

  var bindings: [KeyBinding] { [KeyBinding("+", help: "Count") { _ in self.state.count += 1 }] }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    await gate.wait()
    isLoaded = true
  }

  func draw(in canvas: inout Canvas) {
    canvas.write(isLoaded ? "data \(state.count)" : "nothing yet", row: 0)
  }
}

extension LaunchImageTests {
  private func loop(
    _ store: InMemorySnapshotStore, _ terminal: InMemoryTerminal, _ gate: Turnstile,
    keeps: Bool = true
  ) throws -> ScreenLoop<OnlyRoute> {
    var application = Application("demo", root: OnlyRoute.only) { _ in GatedScreen(gate) }
    application.keepsLaunchImage = keeps
    return try ScreenLoop(
      application, framework: .standard, terminal: terminal, store: store, time: .stopped)
  }

  /// Returns the store of a session that was left with "data 2".
  private func left(keeps: Bool = true) async throws -> InMemorySnapshotStore {
    let store = InMemorySnapshotStore()
    let (terminal, gate) = (InMemoryTerminal(size: size), Turnstile())
    gate.open()
    let loop = try loop(store, terminal, gate, keeps: keeps)
    loop.start(resuming: nil)
    await loop.settle()
    for _ in 0..<2 {
      terminal.send(.key("+"))
      loop.turn()
    }
    await loop.settle()
    #expect(terminal.frame.text.contains("data 2"))
    return store
  }

  @Test("A resumed loop shows the launch image until its screen has data")
  func theImageIsShownUntilThereIsData() async throws {
    let store = try await left()
    let (terminal, gate) = (InMemoryTerminal(size: size), Turnstile())
    let again = try loop(store, terminal, gate)
    again.start(resuming: try Snapshot(body: try #require(store.body)))
    await Task.yield()
    #expect(terminal.frame.text.contains("data 2") && terminal.frame.text.contains("As left at"))
    gate.open()
    await again.settle()
    #expect(terminal.frame == again.frame)
    #expect(terminal.frame.text.contains("data 2") && !terminal.frame.text.contains("As left at"))
  }

  @Test("What must be read at the start is shown instead of the launch image")
  func noticesComeFirst() async throws {
    let store = try await left()
    let terminal = InMemoryTerminal(size: size)
    let (gate, body) = (Turnstile(), try Snapshot(body: try #require(store.body)))
    let again = try loop(store, terminal, gate)
    again.start(resuming: body, notices: ["The session's file was damaged."])
    await Task.yield()
    #expect(terminal.frame.text.contains("The session's file was damaged."))
    gate.open()
    await again.settle()
  }

  @Test("A window that was resized, or a program that has the terminal, ends the launch image")
  func theImageEndsWithTheWindow() async throws {
    let store = try await left()
    let (terminal, gate) = (InMemoryTerminal(size: size), Turnstile())
    let again = try loop(store, terminal, gate)
    again.start(resuming: try Snapshot(body: try #require(store.body)))
    for _ in 0..<20 { await Task.yield() }
    again.repaint()
    #expect(terminal.frame.text.contains("As left at"))
    again.say(waitingFor: "pinentry", since: 0)
    #expect(terminal.frame.text.contains("Waiting"))
    again.endWaiting()
    again.repaint()
    #expect(terminal.frame.text.contains("nothing yet"))
    gate.open()
    await again.settle()
  }

  @Test("Keys over the launch image wait for the data, but those that leave don't")
  func keysWaitForTheData() async throws {
    let store = try await left()
    let (terminal, gate) = (InMemoryTerminal(size: size), Turnstile())
    let again = try loop(store, terminal, gate)
    again.start(resuming: try Snapshot(body: try #require(store.body)))
    for _ in 0..<20 { await Task.yield() }
    terminal.send(.key("+"))
    again.turn()
    #expect(terminal.frame.text.contains("As left at") && again.waiting.count == 1)
    gate.open()
    await again.settle()
    #expect(terminal.frame.text.contains("data 3"))
    let (other, closed) = (InMemoryTerminal(size: size), Turnstile())
    let third = try loop(store, other, closed)
    var hasQuit = false
    third.onQuit = { hasQuit = true }
    third.start(resuming: try Snapshot(body: try #require(store.body)))
    for _ in 0..<20 { await Task.yield() }
    for key in ["+", "q"] as [Key] { other.send(.key(key)) }
    third.turn()
    #expect(hasQuit)
    closed.open()
  }

  @Test("No launch image: of another size, of another body, for a part of a session, if not kept")
  func thereIsNoImageOfSomethingElse() async throws {
    func isShown(
      _ store: InMemorySnapshotStore, columns: Int = 40, _ level: RestoreLevel = .everything,
      keeps: Bool = true
    ) throws -> Bool {
      let terminal = InMemoryTerminal(size: Size(rows: 8, columns: columns))
      let gate = Turnstile()
      let again = try loop(store, terminal, gate, keeps: keeps)
      again.start(resuming: try Snapshot(body: try #require(store.body)), level)
      defer {
        again.close()
        gate.open()
      }
      return terminal.frame.text.contains("As left at")
    }
    let store = try await left()
    #expect(try isShown(store))
    #expect(try !isShown(store, columns: 41))
    #expect(try !isShown(store, .freshTop))
    #expect(try !isShown(store, keeps: false))
    #expect(try !isShown(try await left(keeps: false)))
    try store.save(try #require(store.body) + [0x20])
    #expect(try !isShown(store))
  }
}
