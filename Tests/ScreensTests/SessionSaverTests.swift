import Files
import Restoration
import Values
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
      account: Account(server: "s", user: "u"), time: Timekeeper(now: { 77 }, wait: { _ in }))
  }

  private func count() { (stack.top as? CounterScreen)?.state.count += 1 }

  @Test func itSavesNothingBeforeItIsTurnedOn() {
    count()
    saver.save(stack)
    saver.saveDurably(stack)
    #expect(store.body == nil)
    saver.isOn = true
    saver.save(stack)
    #expect(store.saveCount == 1)
  }

  @Test func itSavesWhatDiffersAndNothingTwice() throws {
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

  @Test func whatMustBeSavedIsSavedThoughNothingDiffers() {
    saver.isOn = true
    count()
    saver.save(stack)
    saver.mustSave()
    saver.save(stack)
    #expect(store.saveCount == 2)
  }

  @Test func whatCouldNotBeSavedIsTriedAgainAndSaidMeanwhile() {
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

  @Test func whatTheDiskDoesNotTakeAtTheEndIsSaid() {
    saver.isOn = true
    count()
    saver.save(stack)
    store.failure = .file(.system("written", path: "/x", code: 28))
    saver.saveDurably(stack)
    #expect(saver.notSaving == "no space left on device")
  }

  @Test func whatALaterReleaseWroteIsKeptAndItsVersionToo() throws {
    saver.isOn = true
    saver.later = ("12", [JSON.Member("novelty", .string("kept"))])
    count()
    saver.save(stack)
    let saved = try store.snapshot
    #expect(saved.version == "9")
    #expect(saved.newestVersion == "12")
    #expect(saved.others == [JSON.Member("novelty", .string("kept"))])
  }

  @Test func whereNoCopyCanBeKeptNothingIsSavedAnyMore() {
    let full = SessionSaver(
      application: ("test", "9"), store: FullStore(store), author: nil, account: nil,
      time: Timekeeper(now: { 0 }, wait: { _ in }))
    full.isOn = true
    #expect(full.setAside()?.hasPrefix("Nothing is saved: ") == true)
    count()
    full.save(stack)
    full.saveDurably(stack)
    #expect(store.body == nil)
    #expect(full.notSaving == "10 damaged copies of it were set aside already")
  }

  @Test func withoutAStoreItSaysWhatItWasTold() {
    let none = SessionSaver(
      application: ("test", "9"), store: nil, author: nil, account: nil,
      time: Timekeeper(now: { 0 }, wait: { _ in }))
    none.isOn = true
    none.say(notSaving: "no home folder")
    none.save(stack)
    none.saveDurably(stack)
    #expect(none.notSaving == "no home folder")
    #expect(none.setAside() == nil)
  }
}
