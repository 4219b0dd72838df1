import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// The screens at a strict server.
@MainActor @Suite struct AtAServerTests {
  private func session(
    _ lab: Laboratory, size: Size = .usual
  ) async throws -> TestSession<Route> {
    try await TestSession(
      lab.viewer.application, size: size, time: ManualTime(at: lab.server.now))
  }

  @Test func theFirstStartSyncsAndALaterOneAsksForTheCategoriesAlone() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    try session.expect("LIVE")
    try session.expect("› Probes")
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
    try await session.killAndRelaunch()
    try session.expect("› Probes")
    #expect(!lab.server.takeCalls().contains { $0.contains("ROOT") })
  }

  @Test func whatWasSyncedIsBrowsedWithoutTheServer() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.transport.setAway(true)
    let session = try await session(try lab.restarted())
    try session.expect("OFFLINE")
    await session.press(.enter)
    try session.expect("▼ Probes")
    try session.expect("PROBE1")
    try session.expect("OFFLINE")
    await session.press(.down, "d")
    try session.expect("OFFLINE")
  }

  @Test func aCategoryThatFailsIsNamedAndTheOthersCome() async throws {
    let lab = try Laboratory()
    lab.server.change { $0.failures["ROOT PROBES"] = .python("IndexError: list index") }
    let session = try await session(lab)
    try session.expect("Probes could not be synced")
    await session.press(.end, .enter)
    try session.expect("5 entities below")
  }

  @Test func anInstanceWithoutTheServiceSaysSo() async throws {
    let session = try await session(try Laboratory(.withoutPlugins))
    try session.expect("Spaces (V3, no service)")
    try session.expect("GARDEN")
    await session.press(.down, .enter, .down, .enter)
    try session.expect("▼ FERNS")
  }

  /// What a viewer knows only because its first list was loaded isn't there in a process in which it wasn't.
  @Test(arguments: [(StrictInstance.withoutPlugins, "Any field"), (.probes, "Search")])
  func aSearchComesBackInAnotherProcessAsItWas(
    instance: StrictInstance, label: String
  ) async throws {
    let lab = try Laboratory(instance)
    let store = InMemorySnapshotStore()
    let time = ManualTime(at: lab.server.now)
    let first = try await TestSession(
      lab.viewer.application, size: .usual, store: store, time: time)
    await first.press("f")
    await first.type("fern")
    try first.expect(label)
    let frame = first.frame
    let second = try await TestSession(
      try lab.restarted().viewer.application, size: .usual, store: store, time: time)
    #expect(second.frame.text == frame.text)
  }

  @Test func theSearchAsksTheServer() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    await session.press("f")
    await session.type("probe")
    try session.expect("asks for *probe*")
    try session.expect("PROBE1")
    #expect(lab.server.takeCalls().contains { $0.contains("SEARCH") })
  }

  @Test func refreshingTheFirstListSyncs() async throws {
    let lab = try Laboratory()
    let session = try await session(lab)
    _ = lab.server.takeCalls()
    await session.press("r")
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
    await session.press("R")
    #expect(lab.server.takeCalls().contains { $0.contains("ROOT") })
    try session.expect("LIVE")
  }

  @Test(arguments: [1, 2] as [UInt64], [Size.usual, Size(rows: 40, columns: 120)])
  func everyEventIsRestored(seed: UInt64, size: Size) async throws {
    let lab = try Laboratory()
    try await lab.synced()
    try await assertRestorable(
      lab.viewer.application, size: size, script: .random(seed: seed, count: 120))
  }
}
