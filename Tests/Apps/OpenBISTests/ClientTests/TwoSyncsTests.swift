import Accounts
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenBIS

/// Two windows of one user at one server: two stores on one folder.
@MainActor @Suite(.cheapKeys) struct TwoSyncsTests {
  private let probes = ResourceID("PROBES")
  private let targets = ResourceID("TARGETS AND COMPOUNDS")

  /// The windows of one user, each with a vault opened for itself.
  private struct Windows {
    let home: TemporaryDirectory
    let first: Laboratory
    let second: Laboratory

    init() async throws {
      home = try TemporaryDirectory()
      let directory = try VaultDirectory(
        of: Account(server: "https://lab.example", user: "admin"), in: home.path)
      let made = try await directory.make(Secret("secret"))
      let opened = try await directory.open(Secret("secret"))
      first = try Laboratory(files: .vault(made))
      second = try Laboratory(after: first, files: .vault(opened))
    }

    /// Begins the first window's sync, and waits until it is in the middle: one category has come,
    /// and the other one is held back.
    func syncFirst() async throws -> Task<SyncReport, any Error> {
      first.transport.holdBack("TARGETS AND COMPOUNDS")
      let sync = Task { [first] in try await first.source.sync(.changes) { _ in } }
      try await wait { first.transport.heldCount == 1 }
      return sync
    }

    /// Begins the second window's sync, and waits until it has heard how far the first one's is.
    func syncSecond(telling told: Told) async throws -> Task<SyncReport, any Error> {
      let sync = Task { [second] in
        try await second.source.sync(.changes) { event in told.events.withLock { $0.append(event) }
        }
      }
      try await wait { told.has(.runningElsewhere(done: 1, total: 2)) }
      return sync
    }

    nonisolated(nonsending) func wait(until isSo: () -> Bool) async throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while !isSo() {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(1))
      }
    }

    var roots: [String] { first.server.takeCalls().filter { $0.contains(" ROOT ") } }
  }

  /// The events that a sync has told so far.
  private final class Told: Sendable {
    let events = Mutex<[SyncEvent]>([])

    func has(_ event: SyncEvent) -> Bool { events.withLock { $0.contains(event) } }
  }

  @Test("openBIS second sync waits, reports progress and has nothing left")
  func theSecondWaitsTellsWhatComesAndHasNothingLeftToDo() async throws {
    let windows = try await Windows()
    let first = try await windows.syncFirst()
    let told = Told()
    let second = try await windows.syncSecond(telling: told)
    // What has come is there to be browsed, and nobody is asked for it.
    let family = try await windows.second.source.family(of: probes, .server)
    #expect(family.content.children.count == 4)
    windows.first.transport.release()
    let report = try await first.value
    #expect(report.failures.isEmpty && report.count > 5)
    let others = try await second.value
    #expect(others.count == 0 && others.wasCompletedElsewhere)
    #expect(windows.roots.count == 2)
    #expect(told.has(.stored([targets])))
    let other = try await windows.second.source.family(of: targets, .cacheOnly)
    #expect(other.content.children.count == 5)
    #expect(try await !windows.second.source.root(.cacheOnly).content.isDue)
  }

  @Test("openBIS second sync resumes where the first broke off")
  func theSecondGoesOnWhereTheFirstBrokeOff() async throws {
    let windows = try await Windows()
    let first = try await windows.syncFirst()
    let told = Told()
    let second = try await windows.syncSecond(telling: told)
    windows.first.pass(seconds: 5)
    first.cancel()
    await #expect(throws: (any Error).self) { try await first.value }
    windows.first.transport.release()
    #expect(try await second.value.failures.isEmpty)
    // The category that was done isn't asked for again.
    #expect(windows.roots.filter { $0.contains("ROOT PROBES") }.count == 1)
    #expect(
      try await windows.second.source.family(of: targets, .cacheOnly).content.children.count == 5)
  }

  @Test("openBIS category being synced is not requested twice")
  func aCategoryThatIsBeingAskedForIsNotAskedForTwice() async throws {
    let windows = try await Windows()
    let sync = try await windows.syncFirst()
    // The same window opens the category, and so does the other one.
    let own = Task { try await windows.first.source.family(of: targets, .server) }
    let other = Task { try await windows.second.source.family(of: targets, .server) }
    try await Task.sleep(for: .milliseconds(5))
    windows.first.transport.release()
    _ = try await sync.value
    #expect(try await own.value.content.children.count == 5)
    #expect(try await other.value.content.children.count == 5)
    #expect(windows.roots.filter { $0.contains("TARGETS") }.count == 1)
  }

  /// As one that was stopped with Ctrl-Z in the middle of a sync.
  @Test("openBIS second sync gives up on a stalled first one")
  func aWindowThatGetsNoFurtherIsNotWaitedForForEver() async throws {
    let windows = try await Windows()
    let first = try await windows.syncFirst()
    let second = try await windows.syncSecond(telling: Told())
    windows.first.pass(seconds: 60)
    await #expect(throws: EntitySourceError.heldUp) { try await second.value }
    // What is wanted now is asked for beside it.
    let other = Task { try await windows.second.source.family(of: targets, .server) }
    try await windows.wait {
      windows.first.pass(seconds: 60)
      return windows.first.transport.heldCount == 2
    }
    windows.first.transport.release()
    #expect(try await other.value.content.children.count == 5)
    _ = try await first.value
  }

  @Test("openBIS refresh waits for the response of a running sync")
  func whoRefreshesACategoryWaitsForWhatTheServerSays() async throws {
    let windows = try await Windows()
    try await windows.first.synced()
    windows.first.pass(seconds: 5000)
    let first = try await windows.syncFirst()
    windows.second.source.noteRefresh()
    let refreshed = Task { try await windows.second.source.family(of: targets, .server) }
    windows.first.transport.release()
    _ = try await first.value
    #expect(try await refreshed.value.timestamp == windows.first.server.now)
  }

  @Test("openBIS two processes keep the notes of each other")
  func oneDoesNotUndoWhatTheOtherHasNoted() async throws {
    let windows = try await Windows()
    try await windows.first.synced()
    // The second has read all this before the first syncs again.
    _ = try await windows.second.source.root(.cacheOnly)
    _ = try await windows.second.source.family(of: probes, .cacheOnly)
    windows.first.pass(seconds: 5000)
    windows.first.server.change { $0.instance.samples[0].modifiedAt = $0.now }
    try await windows.first.synced()
    let synced = try #require(windows.first.store.instance?.syncedAt)
    windows.first.pass(seconds: 5)
    _ = try await windows.second.source.root(.server)
    #expect(windows.second.store.instance?.syncedAt == synced)
    #expect(EntityStore(windows.first.files).instance?.syncedAt == synced)
    #expect(windows.second.store.noticeChanges().isEmpty)
  }

  @Test("openBIS full sync is not satisfied by a sync of changes")
  func thePersonsWishForEverythingIsNotTakenForDone() async throws {
    let windows = try await Windows()
    let first = try await windows.syncFirst()
    let second = Task { try await windows.second.source.sync(.everything) { _ in } }
    windows.first.transport.release()
    _ = try await first.value
    windows.first.pass(seconds: 5)
    #expect(try await second.value.count > 5)
  }
}
