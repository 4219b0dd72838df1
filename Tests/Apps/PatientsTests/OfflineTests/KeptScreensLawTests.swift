import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Patients

/// The screens of what is kept come back as they were.
@MainActor @Suite(.cheapKeys) struct KeptScreensLawTests {
  @Test(
    "patients saved offline: the restoration law holds for keys",
    arguments: [Route.home, .saved, .recent, .find])
  func everyEventIsRestored(root: Route) async throws {
    let nurse = try await KeepingNurse()
    let keys: [Key] =
      root == .find
      ? ["o", .down, "d", .enter, .tab, .down, .escape, .escape]
      : [
        "j", .down, "/", "o", .enter, .enter, .tab, "3", .down, .enter, .escape, .escape, "s",
        .escape, .end, "x", "j", .escape, .home, .enter, .escape,
      ]
    try await assertRestorable(
      nurse.application(root), script: .events(keys.map { .key($0) }))
  }

  /// 2,000 events; every so often the server is away, or is there again.
  @Test(
    "patients offline and online: the restoration law holds",
    arguments: [
      Route.home, .saved, .recent, .saving(patient: nil, since: 1_795_262_400),
      .removal(of: ResourceID("a0000002-0000-4000-8000-000000003dde")), .logOut, .find,
      .activeVisits,
    ])
  func everyEventOfARandomScriptIsRestoredWhileTheServerComesAndGoes(root: Route) async throws {
    let nurse = try await KeepingNurse()
    let store = InMemorySnapshotStore()
    for seed in 1...5 as ClosedRange<UInt64> {
      nurse.server.isAway = seed.isMultiple(of: 2)
      try await assertRestorable(
        nurse.application(root), store: store,
        script: .random(seed: seed, count: 50))
    }
  }
}

extension KeepingNurse {
  /// The application as it begins at a screen. The question whether to remove a copy stands above
  /// the list of them: where the copy is gone it leads back there.
  func application(_ root: Route) throws -> Application<Route> {
    let viewer = try viewer()
    if case .removal = root {
      return Application(
        "patients", title: "Patients", root: .saved, deepLink: [root], screen: viewer.screen)
    }
    return Application("patients", title: "Patients", root: root, screen: viewer.screen)
  }
}
