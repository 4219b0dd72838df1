import Core
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

@MainActor @Suite struct SessionSaverTests {
  private let store = InMemorySnapshotStore()
  private let stack: ScreenStack<TestRoute>
  private let saver: SessionSaver

  init() throws {
    stack = try ScreenStack(
      TestApplication().application, FrameworkScreens { _ in CounterScreen(title: "help") })
    saver = SessionSaver(
      application: ("test", "9"), store: store, author: "luca@bastion",
      account: Account(server: "s", user: "u"), time: WallClock(now: { 77 }, wait: { _ in }))
  }

  private func count() { (stack.top as? CounterScreen)?.state.count += 1 }

  @Test("A session saver saves nothing before it is turned on")
  func itSavesNothingBeforeItIsTurnedOn() {
    count()
    saver.save(stack)
    saver.saveDurably(stack)
    #expect(store.body == nil)
    saver.isOn = true
    saver.save(stack)
    #expect(store.saveCount == 1)
  }

  @Test("A session saver saves changes only") func itSavesWhatDiffersAndNothingTwice() throws {
    saver.isOn = true
    count()
    saver.save(stack)
    saver.save(stack)
    #expect(store.saveCount == 1)
    count()
    saver.save(stack)
    #expect(store.saveCount == 2)
    let saved = try store.snapshot
    #expect(saved.author == "luca@bastion")
    #expect(saved.account == Account(server: "s", user: "u"))
    #expect(saved.savedAt == 77)
    #expect(saved.entries.last?.contents?.state["count"] == .number("2"))
  }

  @Test("A session saver saves an unchanged session if it must")
  func whatMustBeSavedIsSavedThoughNothingDiffers() {
    saver.isOn = true
    count()
    saver.save(stack)
    saver.mustSave()
    saver.save(stack)
    #expect(store.saveCount == 2)
  }

  @Test("A session saver retries a failed save and reports it meanwhile")
  func whatCouldNotBeSavedIsTriedAgainAndSaidMeanwhile() {
    saver.isOn = true
    count()
    store.failure = .file(.system("written", path: "/x", code: 28))
    saver.save(stack)
    #expect(saver.notSaving == "no space left on device")
    store.failure = nil
    saver.save(stack)
    #expect(saver.notSaving == nil)
    #expect(store.saveCount == 1)
  }

  @Test("A session saver reports a failed durable save") func whatTheDiskDoesNotTakeAtTheEndIsSaid()
  {
    saver.isOn = true
    count()
    saver.save(stack)
    store.failure = .file(.system("written", path: "/x", code: 28))
    saver.saveDurably(stack)
    #expect(saver.notSaving == "no space left on device")
  }

  @Test("A session saver preserves a newer release's fields and version")
  func whatALaterReleaseWroteIsKeptAndItsVersionToo() throws {
    saver.isOn = true
    saver.newerRelease = ("12", [JSON.Member("novelty", .string("kept"))])
    count()
    saver.save(stack)
    let saved = try store.snapshot
    #expect(saved.version == "9")
    #expect(saved.newestVersion == "12")
    #expect(saved.others == [JSON.Member("novelty", .string("kept"))])
  }

  @Test("A session saver that can't quarantine saves nothing more")
  func whereNoCopyCanBeKeptNothingIsSavedAnyMore() {
    let full = SessionSaver(
      application: ("test", "9"), store: FullStore(store), author: nil, account: nil,
      time: WallClock(now: { 0 }, wait: { _ in }))
    full.isOn = true
    #expect(full.quarantine()?.hasPrefix("Nothing is saved: ") == true)
    count()
    full.save(stack)
    full.saveDurably(stack)
    #expect(store.body == nil)
    #expect(full.notSaving == "10 damaged copies of it were set aside already")
  }

  @Test("A session saver retries a failed quarantine before it saves")
  func aCopyThatIsOwedIsTriedAgainAndNothingIsSavedBeforeItIsThere() throws {
    let slow = SlowCopyStore(store)
    let saver = SessionSaver(
      application: ("test", "9"), store: slow, author: nil, account: nil,
      time: WallClock(now: { 5 }, wait: { _ in }))
    var said: [String] = []
    saver.onQuarantine = { said.append($0) }
    saver.isOn = true
    try store.save([1])
    #expect(saver.quarantine()?.hasPrefix("Nothing is saved: ") == true)
    count()
    for _ in 1...2 { saver.save(stack) }
    #expect(slow.attempts == 3)
    #expect(saver.notSaving == "no room")
    #expect(store.body == [1] && said == [])
    slow.isFull = false
    saver.save(stack)
    #expect(slow.attempts == 4 && store.saveCount == 2)
    #expect(store.quarantinedBodies == [[1]])
    #expect(said == ["A copy is kept as aside 1."])
    #expect(saver.notSaving == nil)
    // It is owed no more.
    count()
    saver.save(stack)
    #expect(slow.attempts == 4 && store.saveCount == 3)
  }

  @Test("A session saver saves a held snapshot unchanged") func whatIsHeldIsSavedAsItIs() throws {
    let held = try Snapshot(body: body(of: SavedEntry.unknown))
    saver.saveUnchanged(held)
    #expect(store.body == held.body)
    #expect(saver.notSaving == nil)
    store.failure = .takenOver
    saver.saveUnchanged(held)
    #expect(saver.notSaving == "taken over by another process")
  }

  @Test("A session saver reports a session that is too large") func whatIsTooLargeIsSaid() {
    saver.isOn = true
    count()
    store.failure = .tooLarge(bytes: 1)
    saver.save(stack)
    #expect(saver.notSaving == "the session is too large")
  }

  /// What was said comes back, too.
  @Test("A session saver saves a new message") func aSentenceIsSavedThoughNoScreenDiffers() throws {
    saver.isOn = true
    count()
    saver.save(stack)
    var messages = saver.messages
    saver.messages = messages
    saver.save(stack)
    #expect(store.saveCount == 1)
    messages.add("said", at: 7)
    saver.messages = messages
    saver.save(stack)
    #expect(store.saveCount == 2)
    #expect(try store.snapshot.messages == messages)
  }

  @Test("A session saver without a stack only flushes")
  func withoutAStackOnlyWhatWasSavedIsWaitedFor() {
    saver.isOn = true
    count()
    saver.saveDurably(nil as ScreenStack<TestRoute>?)
    #expect(store.saveCount == 0 && saver.notSaving == nil)
    saver.saveDurably(stack)
    #expect(store.saveCount == 1)
  }

  @Test("A session saver without a store reports the given reason")
  func withoutAStoreItSaysWhatItWasTold() {
    let none = SessionSaver(
      application: ("test", "9"), store: nil, author: nil, account: nil,
      time: WallClock(now: { 0 }, wait: { _ in }))
    none.isOn = true
    none.say(notSaving: "no home folder")
    none.save(stack)
    none.saveDurably(stack)
    #expect(none.notSaving == "no home folder")
    #expect(none.quarantine() == nil)
  }
}

/// A store that counts the copies that were tried, and keeps none while it is full.
private final class SlowCopyStore: SnapshotStore {
  private let memory: InMemorySnapshotStore
  private(set) var attempts = 0
  var isFull = true

  init(_ memory: InMemorySnapshotStore) { self.memory = memory }

  func load() -> StoredSnapshot { memory.load() }
  func save(_ body: [UInt8]) throws { try memory.save(body) }
  func flush() throws { try memory.flush() }
  func quarantine() throws -> String {
    attempts += 1
    if isFull { throw SnapshotError.file(.unsafe(path: "x", "no room")) }
    return try memory.quarantine()
  }
}
