import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// What is resumed after starts that failed.
@MainActor @Suite struct RestoreLevelTests {
  /// Two screens above the root; each has counted to one.
  private func deep() async throws -> TestSession<TestRoute> {
    let session = try await TestSession(TestApplication().application)
    await session.press("n", "n", "+")
    try session.expect("Test › one › one+")
    return session
  }

  @Test("Restore level everything restores all screens") func atFirstEverythingIs() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(restoreLevel: .everything)
    try session.expect("Test › one › one+")
    try session.expect("count 1")
  }

  @Test("Restore level freshTop restarts the top screen") func thenTheTopScreenBeginsAnew()
    async throws
  {
    let session = try await deep()
    try await session.killAndRelaunch(restoreLevel: .freshTop)
    try session.expect("Test › one › one+")
    try session.expect("count 0")
    try session.expect("The last start failed, so “one+” starts over.")
  }

  @Test("Restore level withoutTop leaves out the top screen") func thenItIsLeftOut() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(restoreLevel: .withoutTop)
    #expect(session.frame.text(ofRow: 0).contains("Test › one "))
    try session.expect("count 1")
    try session.expect("The last two starts failed, so “one+” was left out.")
  }

  @Test(
    "Restore levels freshTop and withoutTop restart a lone root",
    arguments: [
      (RestoreLevel.freshTop, "The last start failed, so a screen starts over."),
      (.withoutTop, "The last two starts failed, so a screen was left out."),
    ])
  func aRootAloneBeginsAnewEitherWay(restoreLevel: RestoreLevel, sentence: String) async throws {
    let session = try await TestSession(TestApplication().application)
    await session.press("+")
    try await session.killAndRelaunch(restoreLevel: restoreLevel)
    try session.expect("count 0")
    try session.expect(sentence)
    try session.expectNo("›")
  }

  @Test("A lower restore level saves what is left for the next start")
  func whatIsLeftIsSavedWhenItIsPaintedSoThatTheNextStartBeginsWithThat() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(restoreLevel: .withoutTop)
    try await session.killAndRelaunch()
    #expect(session.frame.text(ofRow: 0).contains("Test › one "))
    try session.expectNo("one+")
    try session.expectNo("left out")
  }

  /// That is once: what is painted later is saved only where it differs.
  @Test("A lower restore level saves what is left once") func whatIsLeftIsSavedOnce() async throws {
    let store = InMemorySnapshotStore()
    let session = try await TestSession(TestApplication().application, store: store)
    await session.press("n", "n", "+")
    let count = store.saveCount
    try await session.killAndRelaunch(restoreLevel: .withoutTop)
    #expect(store.saveCount == count + 1)
    await session.send(.focus(true))
    await session.press(.up)
    await session.send(.resize(Size(rows: 20, columns: 70)))
    #expect(store.saveCount == count + 1)
    await session.press("+")
    #expect(store.saveCount == count + 2)
  }

  @Test("A session that can't be quarantined isn't overwritten")
  func whatCouldNotBeSetAsideIsNotOverwritten() async throws {
    let memory = InMemorySnapshotStore()
    let first = try await TestSession(TestApplication().application, store: memory)
    await first.press("n", "n", "+")
    let saved = memory.body
    let session = try await TestSession(TestApplication().application, store: FullStore(memory))
    try await session.killAndRelaunch(restoreLevel: .withoutTop)
    await session.press("+")
    #expect(memory.body == saved)
    await session.press("!")
    try session.expect("10 damaged copies of it were set aside already")
    try session.expect("Name another file with --snapshot")
  }

  // MARK: What was set aside can be read

  @Test("A narrow window's messages show all of the quarantine's notice")
  func howeverNarrowTheWindowAllThatWasSetAsideCanBeRead() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(
      size: Size(rows: 12, columns: 40), restoreLevel: .freshTop)
    #expect(session.frame.text(ofRow: 11).contains("… ! more"))
    await session.press("!")
    try session.expect("The last start failed, so")
    try session.expect("“one+” starts over.")
    try session.expect("A copy is kept as")
    // The screen with all of it is one like any other.
    try await session.killAndRelaunch()
    try session.expect("starts over.")
    await session.press(.escape)
    try session.expect("count 0")
  }

  @Test("A quarantine's notice can be read after further keys")
  func itCanStillBeReadWhenKeysWerePressedAhead() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(restoreLevel: .freshTop)
    await session.press("+", "?")
    try session.expect("!, F2")
    await session.press(.escape, .function(2), "!")
    try session.expect("so “one+” starts over.")
    try session.expectNo("Messages › Messages")
  }

  @Test("Restore level rootOnly restores the root and quarantines the session")
  func thenNothingIsLeftButTheRootAndACopyIsKept() async throws {
    let session = try await deep()
    let saved = (session.store as? InMemorySnapshotStore)?.body
    try await session.killAndRelaunch(restoreLevel: .rootOnly)
    #expect(!session.frame.text(ofRow: 0).contains("one"))
    try session.expect("count 0")
    try session.expect("The last three starts failed, so nothing was reopened.")
    #expect((session.store as? InMemorySnapshotStore)?.quarantinedBodies == [saved ?? []])
  }
}
