import Controllers
import Core
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

@MainActor @Suite struct ScreenLoopTests {
  private let test = TestApplication()
  private let store = InMemorySnapshotStore()

  private func session() async throws -> TestSession<TestRoute> {
    try await TestSession(test.application, store: store)
  }

  // MARK: Locking

  /// The process was stopped, or the machine asleep, when it was time; now a key, a new size or an
  /// answer has come first.
  @Test("An overdue lock paints and handles nothing more", arguments: [true, false])
  func whatShouldHaveBeenLockedIsNotPaintedAnyMore(isByKey: Bool) async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    var isOverdue = false
    var locks = 0
    loop.isOverdue = { isOverdue }
    loop.onLock = { [unowned loop] in
      locks += 1
      loop.close()
    }
    loop.start(resuming: nil)
    await loop.settle()
    terminal.send(.key("+"))
    loop.turn()
    await loop.settle()
    let before = terminal.frame
    isOverdue = true
    let saved = try store.body.map { try Snapshot(body: $0).entries }
    terminal.send(.resize(Size(rows: 30, columns: 90)))
    for key in ["+", "n"] as [Key] { terminal.send(.key(key)) }
    if isByKey { loop.turn() } else { loop.notify("An answer has come.") }
    loop.turn()
    loop.repaint()
    await loop.settle()
    #expect(locks == 1)
    #expect(terminal.frame == before)
    // The keys were for nobody, and what was painted comes back.
    #expect(try store.body.map { try Snapshot(body: $0).entries } == saved)
    #expect(terminal.readEvents().isEmpty)
  }

  @Test("An overdue loop that can't lock still paints")
  func whatCanNotBeLockedIsPaintedHoweverLate() async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.isOverdue = { true }
    loop.start(resuming: nil)
    await loop.settle()
    #expect(terminal.frame.text.contains("Test"))
  }

  // MARK: Saving

  @Test("Every painted frame's state is already saved") func whatIsPaintedIsSavedAlready()
    async throws
  {
    let terminal = WitnessTerminal(store)
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: nil)
    await loop.settle()
    for (index, key) in (["+", "n", "+", "a", .down, .enter, "+", .escape, "+"] as [Key])
      .enumerated()
    {
      terminal.send(.key(key))
      loop.turn()
      await loop.settle()
      #expect(terminal.savedWhenShown.last == store.body, "\(index)")
    }
    // At each frame the store held the very state that the frame shows.
    #expect(terminal.unsaved == [])
    #expect(terminal.savedWhenShown.count > 9)
  }

  @Test("A turn without a state change saves nothing") func aTurnThatChangesNoStateSavesNothing()
    async throws
  {
    let session = try await session()
    await session.press("+")
    let count = store.saveCount
    await session.press("c", "x", .control("l"), .up)
    await session.send(.resize(Size(rows: 30, columns: 90)))
    await session.send(.focus(false))
    await session.send(.paste("text"))
    await session.send(.mouse(Mouse(.click, at: Position(row: 1, column: 1))))
    #expect(store.saveCount == count)
    await session.press("+")
    #expect(store.saveCount == count + 1)
    // What is said is part of what comes back.
    await session.press("m")
    #expect(store.saveCount == count + 2)
  }

  @Test("A turn without a state change makes no file system call")
  func aTurnThatChangesNothingAsksNothingOfTheSystem() async throws {
    let directory = try TemporaryDirectory()
    let files = FaultyFiles()
    let file = SnapshotFile(path: directory.file("main.snapshot"), system: files)
    let session = try await TestSession(test.application, store: file)
    await session.press("+")
    try file.flush()
    let count = files.callCount
    await session.press("c", .control("l"), .up)
    await session.send(.resize(Size(rows: 30, columns: 90)))
    #expect(files.callCount == count)
    await session.press("+")
    // One to see that the file is still this session's, one to write; the copy for a power cut comes when it comes.
    #expect(files.callCount >= count + 2)
  }

  @Test("A killed session is restored from its snapshot file")
  func whatIsKilledComesBackFromTheFileItself() async throws {
    let directory = try TemporaryDirectory()
    let session = try await TestSession(test.application, file: directory.file("main.snapshot"))
    await session.press("+", "n", "+", "+")
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    await session.press("+")
    try await session.killAndRelaunch()
    try session.expect("count 3,")
  }

  @Test("Opening and closing a screen save once each") func openingAndClosingAreSavedOnceEach()
    async throws
  {
    let session = try await session()
    let count = store.saveCount
    await session.press("n")
    #expect(store.saveCount == count + 1)
    await session.press(.escape)
    #expect(store.saveCount == count + 2)
  }

  @Test("Resuming saves nothing before the first key")
  func nothingIsSavedWhileResumingUntilThePersonDoesSomething() async throws {
    let saved = body(of: SavedEntry.root, SavedEntry.unknown)
    let store = InMemorySnapshotStore(body: saved)
    let session = try await TestSession(test.application, store: store)
    await session.send(.resize(Size(rows: 10, columns: 40)))
    await session.send(.focus(true))
    #expect(store.saveCount == 0)
    #expect(store.body == saved)
    await session.press("+")
    #expect(store.saveCount == 1)
    #expect(try store.snapshot.entries.count == 1)
  }

  /// As after unlocking, where the disk was full before: what is painted must be in the file,
  /// whole, whatever becomes of it on the screen.
  @Test("A snapshot held in memory is saved before it is painted")
  func whatWasHeldInMemoryAloneIsSavedBeforeItIsPainted() async throws {
    let held = try Snapshot(body: body(of: SavedEntry.root, SavedEntry.unknown))
    let terminal = WitnessTerminal(store)
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: held, isHeld: true)
    await loop.settle()
    #expect(terminal.savedWhenShown.first == held.body)
    #expect(store.body == held.body)
  }

  @Test("A held snapshot that can't be saved is reported") func whatIsHeldAndCanNotBeSavedIsSaidSo()
    async throws
  {
    let held = try Snapshot(body: body(of: SavedEntry.root))
    store.failure = SnapshotError.file(.system("written", path: "/x", code: 28))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: WitnessTerminal(store), store: store,
      time: .stopped)
    loop.start(resuming: held, isHeld: true)
    #expect(loop.notSaving != nil)
  }

  @Test("A screen's load during resuming saves nothing")
  func whatAScreenLoadsWhileResumingIsNotSavedEither() async throws {
    let slow = #"{"route":{"slow":{}},"state":{"count":0},"title":"Slow","version":1}"#
    let store = InMemorySnapshotStore(body: body(of: SavedEntry.root, slow))
    test.gate.open()
    let session = try await TestSession(test.application, store: store)
    #expect(store.saveCount == 0)
    try session.expect("pushed by the slow one")
    await session.press("+")
    #expect(store.saveCount == 1)
  }

  @Test("Every save has application, version, account and time") func everySaveSaysWhoWhatAndWhen()
    async throws
  {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store,
      account: Account(server: "s", user: "u"), time: .stopped(at: 951_782_400))
    loop.start(resuming: nil)
    terminal.send(.key("+"))
    loop.turn()
    await loop.settle()
    let saved = try store.snapshot
    #expect(saved.application == "test")
    #expect(saved.version == "9")
    #expect(saved.account == Account(server: "s", user: "u"))
    #expect(saved.savedAt == 951_782_400)
  }

  @Test func quittingSavesFirst() async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    var savedAtQuit: [UInt8]?
    loop.onQuit = { savedAtQuit = self.store.body }
    loop.start(resuming: nil)
    await loop.settle()
    // In one turn: the change, and the end.
    for key in ["+", "q", "+"] as [Key] { terminal.send(.key(key)) }
    loop.turn()
    let saved = try Snapshot(body: try #require(savedAtQuit))
    #expect(saved.entries.first?.contents?.state["count"] == .number("1"))
  }

  // MARK: When it counts as resumed

  @Test("A session is painted before it counts as resumed")
  func whatResumedIsPaintedBeforeItCountsAsResumed() async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    var paintedWhenResumed: Int?
    loop.onResumed = { paintedWhenResumed = paintedWhenResumed ?? terminal.frameCount }
    loop.start(resuming: nil)
    await loop.settle()
    #expect(paintedWhenResumed == 1)
  }

  @Test("A session counts as resumed once its data are loaded")
  func aScreenThatWaitsForItsDataHasNotResumedYet() async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    var isResumed = false
    let loop = try await waiting(terminal) { isResumed = true }
    #expect(terminal.frame.text.contains("slow: nothing yet"))
    #expect(!isResumed)
    test.gate.open()
    await loop.settle()
    #expect(isResumed)
  }

  /// A session whose top screen waits for its data, and what counts as having resumed it.
  private func waiting(
    _ terminal: InMemoryTerminal, onResumed: @escaping () -> Void
  ) async throws -> ScreenLoop<TestRoute> {
    let slow = #"{"route":{"slow":{}},"state":{"count":0},"title":"Slow","version":1}"#
    let saved = body(of: SavedEntry.root, slow)
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal,
      store: InMemorySnapshotStore(body: saved), time: .stopped)
    loop.onResumed = onResumed
    loop.start(resuming: try Snapshot(body: saved))
    await letTasksRun()
    return loop
  }

  /// Or else three starts that somebody quits at once would count as three that failed.
  @Test("Quitting before the data are loaded counts as resumed")
  func whoQuitsBeforeTheDataAreThereHasResumedAllTheSame() async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    var isResumed = false
    let loop = try await waiting(terminal) { isResumed = true }
    #expect(!isResumed)
    terminal.send(.key("q"))
    loop.turn()
    #expect(isResumed)
  }

  // MARK: Paints that no key has asked for

  @Test("A notice from outside is painted at once") func aSentenceFromOutsideIsPaintedAtOnce()
    async throws
  {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: nil)
    await loop.settle()
    loop.notify("It was told to quit.")
    #expect(terminal.frame.text.contains("It was told to quit."))
    let count = terminal.frameCount
    loop.repaint()
    #expect(terminal.frameCount == count + 1)
  }

  // MARK: Where saving fails

  @Test("A full disk is reported until saving works again")
  func aFullDiskIsSaidUntilSavingWorksAgain() async throws {
    let session = try await session()
    store.failure = .file(.system("written", path: "/x", code: 28))
    await session.press("+")
    try session.expect("count 1,")
    try session.expect("not saving: no space left on device")
    await session.press("m")
    try session.expect("Something.")
    try session.expect("not saving: no space left on device")
    store.failure = nil
    // No change is needed: what couldn't be saved is tried again at every turn.
    await session.press("m")
    try session.expectNo("not saving")
    try await session.killAndRelaunch()
    try session.expect("count 1,")
  }

  @Test("A state that can't be saved is reported in plain text")
  func aStateThatCannotBeSavedIsSaidInWords() async throws {
    let session = try await session()
    await session.press("u", "y", "x")
    try session.expect("not saving: nan can't be saved")
    try session.expectNo("EncodingError")
    try session.expectNo("Context")
    await session.press("z")
    try session.expectNo("not saving")
    try session.expect("number 0.0")
  }

  @Test("Saving stops when no more copies can be quarantined")
  func whereNothingMoreCanBeSetAsideSavingStopsForGood() async throws {
    let saved = body(of: SavedEntry.root, SavedEntry.unknown)
    let memory = InMemorySnapshotStore(body: saved)
    let session = try await TestSession(test.application, store: FullStore(memory))
    try session.expect("not saving: 10 damaged copies of it were set aside already")
    await session.press("+", "n", "+", "m")
    try session.expect("not saving: 10 damaged copies")
    // The only copy of what couldn't be reopened is still there.
    #expect(memory.body == saved)
    #expect(memory.saveCount == 0)
  }

  @Test("An application without a snapshot store works") func withoutAStoreTheApplicationWorks()
    async throws
  {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal, store: nil, time: .stopped)
    loop.start(resuming: nil, notSaving: "no home folder")
    terminal.send(.key("+"))
    loop.turn()
    await loop.settle()
    #expect(terminal.frame.text.contains("count 1,"))
    #expect(terminal.frame.text.contains("not saving: no home folder"))
  }

  // MARK: Notices

  @Test func aNoticeStandsUntilTheNextKey() async throws {
    let session = try await session()
    await session.press("m")
    try session.expect("Something.")
    await session.send(.resize(Size(rows: 12, columns: 50)))
    try session.expect("Something.")
    await session.press(.up)
    try session.expectNo("Something.")
    try session.expect("+ count")
  }

  @Test("Copied text reaches the terminal and is reported")
  func whatIsCopiedReachesTheTerminalAndIsSaid() async throws {
    let session = try await session()
    await session.press("c")
    #expect(session.terminal.copies == ["a text"])
    try session.expect("Copied.")
  }

  @Test("Several keys are handled in one turn and one frame")
  func severalKeysAreAnsweredInOneTurnAndOneFrame() async throws {
    let session = try await session()
    let frames = session.terminal.frameCount
    for _ in 0..<5 { session.terminal.send(.key("+")) }
    await session.send(.key("+"))
    try session.expect("count 6,")
    #expect(session.terminal.frameCount == frames + 1)
    #expect(store.saveCount == 1)
  }

  @Test(
    "Keys work in a window that is too small",
    arguments: [(1, 1), (3, 10), (4, 80), (24, 19), (0, 0)])
  func inAWindowTooSmallKeysStillWorkAndNothingBreaks(rows: Int, columns: Int) async throws {
    let session = try await session()
    await session.send(.resize(Size(rows: rows, columns: columns)))
    await session.press("+", "n", "a", .down, .enter)
    await session.send(.mouse(Mouse(.scrollDown, at: Position(row: 0, column: 0))))
    try await session.killAndRelaunch(size: Size(rows: 24, columns: 80))
    try session.expect("answer colour g")
  }
}

/// A terminal that looks into the store whenever it is asked to show a frame.
@MainActor private final class WitnessTerminal: Terminal {
  let size = Size(rows: 24, columns: 80)
  private let store: InMemorySnapshotStore
  private var waiting: [Event] = []
  private(set) var savedWhenShown: [[UInt8]?] = []
  /// Frames whose state wasn't in the store.
  private(set) var unsaved: [String] = []

  init(_ store: InMemorySnapshotStore) { self.store = store }

  func show(_ frame: Frame) {
    savedWhenShown.append(store.body)
    guard let body = store.body, let entries = try? Snapshot(body: body).entries else { return }
    // The breadcrumb and the count are what the screens of this test show of their routes and states.
    let top = entries.last?.contents
    let title = top?.title ?? ""
    let count = top?.state["count"].map { "count \($0.int ?? -1)," } ?? ""
    if !frame.text.contains(title) || !frame.text.contains(count) { unsaved.append(frame.text) }
  }

  func readEvents() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  func invalidate() {}
  func copy(_ text: String) -> CopyResult { .copied }
  func send(_ event: Event) { waiting.append(event) }
}
