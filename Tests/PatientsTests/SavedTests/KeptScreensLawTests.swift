import Reprise
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

/// The screens of what is kept come back as they were, at a server that nobody has logged in to.
@MainActor @Suite struct KeptScreensLawTests {
  @Test(arguments: [Route.home, .saved, .recent, .find])
  func everyEventIsRestored(root: Route) async throws {
    let home = try TemporaryFolder()
    let account = Principal(server: "https://clinic.example.org/openmrs", user: "nurse")
    let vault = try await VaultFolder(of: account, in: home.path).make(Secret("geheim"))
    let viewer = Viewer(
      account,
      Connections(
        try LiveSettings(application: "patients", Arguments(), environment: [:]),
        OpenMRSClient.configuration, vault: vault), vault: vault, zone: .utc)
    let client = try client()
    for patient in try await client.patients(matching: "o", start: 0, limit: 4).elements {
      let records = try #require(viewer.records)
      try await records.saved.keep(try await client.complete(patient.id, at: 60) { _, _ in })
      try await records.recent.note(patient, at: 60)
    }
    let keys: [Key] =
      root == .find
      ? ["o", .down, "d", .enter, .tab, .down, .escape, .escape]
      : [
        "j", .down, "/", "o", .enter, .enter, .tab, "3", .down, .enter, .escape, .escape, "s",
        .escape, .end, "x", "j", .escape, .home, .enter, .escape,
      ]
    try await assertRestorable(
      Application("patients", title: "Patients", root: root, screen: viewer.screen),
      after: .everyEvent, script: .events(keys.map { .key($0) }))
  }
}
