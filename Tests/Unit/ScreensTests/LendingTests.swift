import Controllers
import Core
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

/// The terminal is lent to another program, and taken back.
@MainActor @Suite struct LendingTests {
  private let store = InMemorySnapshotStore()
  private let terminal = InMemoryTerminal(size: Size(rows: 6, columns: 60))

  private func loop(_ screen: LendingScreen = LendingScreen()) throws -> ScreenLoop<OnlyRoute> {
    let loop = try ScreenLoop(
      Application("lending") { screen }, framework: .standard, terminal: terminal, store: store,
      time: .stopped)
    loop.start(resuming: nil)
    return loop
  }

  /// Where the sentence has no room the time stays, and the key.
  @Test(
    "The bottom line shows what is waited for since when",
    arguments: [
      (80, "Waiting for the password command since 00:00:07. Esc cancels."),
      (40, "Waiting since 00:00:07. Esc cancels."),
    ])
  func whatIsWaitedForIsSaidWithItsTime(columns: Int, sentence: String) async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 6, columns: columns))
    let loop = try ScreenLoop(
      Application("lending") { LendingScreen() }, framework: .standard, terminal: terminal,
      store: store, time: .stopped)
    loop.start(resuming: nil)
    loop.turn()
    await loop.settle()
    loop.say(waitingFor: "the password command", since: 7)
    await loop.settle()
    #expect(terminal.frame.text(ofRow: 5).contains(sentence))
    loop.endWaiting()
    loop.repaint()
    await loop.settle()
    #expect(!terminal.frame.text(ofRow: 5).contains("Waiting"))
  }

  @Test("Lending the terminal saves before and shows the message after")
  func theStateIsSavedBeforeAndTheSentenceIsShownAfter() async throws {
    let screen = LendingScreen()
    let loop = try loop(screen)
    var events: [String] = []
    screen.work = { [store] in
      events.append("work")
      // What a kill would bring back now.
      let state = try? Snapshot(body: store.body ?? []).entries.last?.contents?.state
      #expect(state?["lent"]?.int == 1)
    }
    loop.onLend = { work in
      events.append("suspended")
      work()
      events.append("resumed")
    }
    terminal.send(.key("l"))
    loop.turn()
    await loop.settle()
    #expect(events == ["suspended", "work", "resumed"])
    #expect(terminal.frame.text.contains("lent 1"))
    #expect(terminal.frame.text.contains("Back again."))
  }

  /// Another program has the screen; what is painted there would stand in its picture.
  @Test("Nothing is painted while the terminal is lent")
  func nothingIsPaintedWhileAnotherProgramHasTheTerminal() async throws {
    let terminal = CountingTerminal()
    let loop = try ScreenLoop(
      Application("lending") { LendingScreen() }, framework: .standard, terminal: terminal,
      store: store, time: .stopped)
    loop.start(resuming: nil)
    await loop.settle()
    var frames: [Int] = []
    loop.onLend = { work in
      frames.append(terminal.frameCount)
      work()
      frames.append(terminal.frameCount)
      #expect(terminal.invalidations == 0)
    }
    let before = terminal.frameCount
    terminal.send(.key("l"))
    loop.turn()
    await loop.settle()
    #expect(frames == [before, before])
    // Then everything is, for what the other has left there.
    #expect(terminal.invalidations == 1)
    #expect(terminal.frameCount == before + 1)
    #expect(terminal.frame.text.contains("Back again."))
  }

  /// Before and after, a sentence of work that goes on is seen at once.
  @Test("A running task's message is painted at once")
  func aSentenceOfWorkThatGoesOnIsPaintedAtOnceAfterwards() async throws {
    let screen = LendingScreen()
    let loop = try loop(screen)
    terminal.send(.key("l"))
    loop.turn()
    await loop.settle()
    terminal.send(.key("f"))
    loop.turn()
    await letTasksRun()
    #expect(!terminal.frame.text.contains("Half is done."))
    screen.first.open()
    await letTasksRun()
    #expect(terminal.frame.text.contains("Half is done."))
    screen.second.open()
    await loop.settle()
    #expect(
      loop.notices.log.messages.map(\.text) == ["All is done.", "Half is done.", "Back again."])
    // A sentence that is only logged isn't shown.
    #expect(loop.notices.current == "Half is done.")
  }

  @Test("A screen opened from outside twice is on the stack once")
  func aScreenThatIsAskedForElsewhereIsOpenedOnceOnTop() async throws {
    let test = TestApplication()
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: nil)
    await loop.settle()
    for _ in 1...2 {
      #expect(loop.open([.counter(id: "x")], saying: "x came."))
      await loop.settle()
      #expect(try store.snapshot.entries.count == 2)
      #expect(terminal.frame.text.contains("x came."))
    }
    #expect(loop.open([.counter(id: "y"), .counter(id: "z")], saying: "Two came."))
    await loop.settle()
    #expect(try store.snapshot.entries.map { $0.contents?.title } == ["", "x", "y", "z"])
  }

  /// Whoever asks for a screen sees it, and what resumed counts as resumed, though its data aren't
  /// there.
  @Test("A screen opened from outside doesn't wait for loading screens")
  func whoAsksForAScreenElsewhereDoesNotWaitForWhatResumes() async throws {
    let test = TestApplication()
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    var events: [String] = []
    loop.onDrawn = { events.append("drawn") }
    loop.onResumed = { events.append("resumed") }
    let slow = #"{"route":{"slow":{}},"state":{"count":0},"title":"Slow","version":1}"#
    loop.start(resuming: try Snapshot(body: body(of: SavedEntry.root, slow)))
    await letTasksRun()
    #expect(events == [])
    #expect(loop.open([.slow], saying: "It is open."))
    await letTasksRun()
    #expect(events.prefix(2) == ["drawn", "resumed"])
    #expect(terminal.frame.text.contains("It is open."))
    test.gate.open()
    await loop.settle()
  }

  @Test("Opening too many screens from outside, or after closing, is refused")
  func whatCantBeOpenedIsRefused() async throws {
    let test = TestApplication()
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: nil)
    let many = (1...Snapshot.maximumDepth).map { TestRoute.counter(id: "\($0)") }
    #expect(!loop.open(many, saying: "All came."))
    #expect(!terminal.frame.text.contains("All came."))
    loop.close()
    #expect(!loop.open([.two], saying: "It came."))
  }
}

/// Its key l lends the terminal.
@MainActor private final class LendingScreen: Screen {
  struct State: RestorableState { var lent = 0 }
  var state = State()
  var work: @MainActor () -> Void = {}
  /// Where the work of the key f waits, before it says something and after.
  let first = Turnstile()
  let second = Turnstile()

  var bindings: [KeyBinding] {
    [
      KeyBinding("l", help: "Lend the terminal") { navigator in
        self.state.lent += 1
        navigator.lendTerminal { [work = self.work] navigator in
          work()
          navigator.notify("Back again.")
        }
      },
      KeyBinding("f", help: "Work") { navigator in
        navigator.finish("work") { navigator in
          await self.first.wait()
          navigator.notify("Half is done.")
          await self.second.wait()
          navigator.log("All is done.")
        }
      },
    ]
  }

  func draw(in canvas: inout Canvas) { canvas.write("lent \(state.lent)", row: 0) }
}
