import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// A sync is seen and stopped wherever the person is, and disturbs nobody.
@MainActor @Suite struct SyncingTests {
  private static let size = Size(rows: 50, columns: 110)

  private func session(_ lab: Laboratory) async throws -> TestSession<Route> {
    try await session(lab.viewer, of: lab)
  }

  /// A session of what is made anew at each start.
  private func session(
    _ viewer: @autoclosure @escaping @MainActor () throws -> Viewer, of lab: Laboratory
  ) async throws -> TestSession<Route> {
    try await TestSession(
      viewer().application, size: Self.size, time: TestClock(at: lab.server.now),
      isEndless: true)
  }

  /// Lets time pass until something is so. A load that goes on sets no alarm, so that it may take
  /// several times.
  private func pass(in session: TestSession<Route>, until isSo: () -> Bool) async throws {
    var patience = 10_000
    while !isSo() {
      patience -= 1
      try #require(patience > 0)
      await session.pass(seconds: 15)
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// A session in whose sync one category has come, and the other one is held back.
  private func sessionInTheMiddle(_ lab: Laboratory) async throws -> TestSession<Route> {
    lab.transport.holdBack("TARGETS AND COMPOUNDS")
    let session = try await session(lab)
    try await session.wait(for: "Syncing… Targets and Compounds, 2 of 2")
    return session
  }

  /// A process of its own at each start, which knows nothing of the one before but what is kept.
  @MainActor private final class Starts {
    private let first: Laboratory
    private var isFirst = true

    init(of lab: Laboratory) { first = lab }

    func viewer() throws -> Viewer {
      defer { isFirst = false }
      return try (isFirst ? first : first.restarted()).viewer
    }
  }

  @Test("openBIS sync is shown on every screen while browsing") func whoBrowsesOnSeesItEverywhere()
    async throws
  {
    let lab = try Laboratory()
    let session = try await sessionInTheMiddle(lab)
    // What has come is browsed meanwhile.
    await session.press(.enter)
    try await session.wait(for: "4 entities below")
    try session.expect("Syncing… Targets")
    await session.press(.down, "d")
    try session.expect("Syncing… Targets")
    await session.press("?")
    try session.expect("Stop the sync")
    await session.press(.escape, .escape, .escape)
    try session.expect("Syncing… Targets")
    lab.transport.release()
    try await session.waitUntilGone("Syncing…")
    _ = lab.server.takeCalls()
    await session.press(.end, .enter)
    try await session.wait(for: "5 entities below")
    #expect(!lab.server.takeCalls().contains { $0.contains("ROOT") })
  }

  @Test("openBIS open list shows rows as they are synced") func aListThatIsOpenShowsWhatComes()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.pass(seconds: 5000)
    lab.server.change { state in
      state.instance.samples[0].modifiedAt = state.now
      state.instance.samples[0].properties[0] = .init(
        code: "DESC", label: "Description", value: "written while one looked on")
    }
    lab.transport.holdBack("PROBES")
    let session = try await session(lab)
    try await session.wait(for: "Syncing… Probes, 1 of 2")
    await session.press(.enter)
    try await session.wait(for: "4 entities below")
    try session.expectNo("written while")
    lab.transport.release()
    try await session.wait(for: "written while one looked on")
  }

  @Test("openBIS sync is stopped anywhere and resumed")
  func itIsStoppedAnywhereAndGoesOnWhenWanted() async throws {
    let lab = try Laboratory()
    let session = try await sessionInTheMiddle(lab)
    await session.press(.enter)
    try await session.wait(for: "4 entities below")
    await session.press("x")
    try await session.wait(for: "Sync stopped.")
    lab.transport.release()
    #expect(lab.store.instance?.begunAt != nil)
    #expect(lab.store.set(of: ResourceID("TARGETS AND COMPOUNDS")) == nil)
    lab.pass(seconds: 5)
    _ = lab.server.takeCalls()
    await session.press(.escape)
    #expect(!lab.server.takeCalls().contains { $0.contains("ROOT") })
    await session.press("r")
    try await session.wait(for: "came.")
    let roots = lab.server.takeCalls().filter { $0.contains(" ROOT ") }
    #expect(roots == ["createReportFromAggregationService ROOT TARGETS AND COMPOUNDS"])
  }

  @Test("openBIS sync continues after a restart in another list")
  func aStartElsewhereThanAtTheFirstListGoesOnToo() async throws {
    let lab = try Laboratory()
    lab.transport.holdBack("TARGETS AND COMPOUNDS")
    let starts = Starts(of: lab)
    let session = try await session(starts.viewer(), of: lab)
    try await session.wait(for: "Syncing… Targets and Compounds, 2 of 2")
    await session.press(.enter)
    try await session.wait(for: "4 entities below")
    try await session.killAndRelaunch()
    try session.expect("4 entities below")
    try await session.wait(for: "Syncing…")
    lab.transport.release()
    try await session.waitUntilGone("Syncing…")
    #expect(lab.store.set(of: ResourceID("TARGETS AND COMPOUNDS")) != nil)
  }

  @Test("openBIS offline sync failure is reported once")
  func whileTheServerIsAwayTheSameIsNotSaidAgainAndAgain() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    let session = try await session(lab)
    await session.press(.enter)
    try await session.wait(for: "4 entities below")
    lab.pass(seconds: 5000)
    lab.server.change { $0.isStoreDown = true }
    await session.press("r")
    try await session.wait(for: "OFFLINE")
    for _ in 0..<4 {
      _ = lab.server.takeCalls()
      try await pass(in: session) {
        lab.server.takeCalls().contains { $0.contains("CLIENT_PREFS") }
      }
    }
    await session.press("!")
    try session.expect("Sync interrupted")
    #expect(session.frame.text.matches(of: /Sync interrupted/).count == 1)
    try session.expectNo(" times)")
  }

  @Test("openBIS second window says that another is syncing")
  func anotherWindowSaysThatItIsSyncedElsewhere() async throws {
    let lab = try Laboratory()
    let first = try await sessionInTheMiddle(lab)
    let second = try await session(try lab.restarted())
    try await second.wait(for: "Another window is syncing: 1 of 2")
    await second.press(.enter)
    try await second.wait(for: "4 entities below")
    lab.transport.release()
    try await second.waitUntilGone("Another window")
    try await first.waitUntilGone("Syncing…")
    let roots = lab.server.takeCalls().filter { $0.contains(" ROOT ") }
    #expect(roots.count == 2)
    await second.press(.escape, .end, .enter)
    try await second.wait(for: "5 entities below")
    #expect(!lab.server.takeCalls().contains { $0.contains("ROOT") })
  }

  @Test("openBIS server lost in a sync keeps data and is tried again")
  func aServerThatGoesAwayInTheMiddleLeavesWhatHasComeAndIsAskedAgain() async throws {
    let lab = try Laboratory()
    let session = try await sessionInTheMiddle(lab)
    lab.server.change { $0.isStoreDown = true }
    lab.transport.release()
    try await session.wait(for: "OFFLINE")
    #expect(lab.store.set(of: ResourceID("PROBES")) != nil)
    lab.server.change { $0.isStoreDown = false }
    try await pass(in: session) { lab.store.set(of: ResourceID("TARGETS AND COMPOUNDS")) != nil }
    try await session.waitUntilGone("OFFLINE")
  }
}
