import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// What there is of a record is there with every release of the REST module that is out there, or a
/// sentence says what brings it.
@MainActor @Suite struct OnEveryReleaseTests {
  nonisolated static let profiles = ServerProfile.inUse + ServerProfile.thresholds

  private static func source(_ profile: ServerProfile) -> RecordSource {
    var source = RecordSource.unplugged(zone: .utc)
    source.client = OpenMRSClient(
      over: SimulatorTransport(data: .builtIn, as: profile), at: .recorded)
    return source
  }

  private func open(_ text: String, _ profile: ServerProfile) async throws -> TestSession<Route> {
    let session = try await TestSession(
      Viewer(unplugged: Self.source(profile)).application, size: Size(rows: 24, columns: 80))
    await session.open(text)
    return session
  }

  @Test("patients on each release has data in every section", arguments: profiles)
  func everySectionHasWhatTheServerHas(
    profile: ServerProfile
  ) async throws {
    let session = try await open("grace", profile)
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    try session.expect("142/95 mmHg")
    let searchesConditions = profile.rest >= "2.39.0"
    let steps: [(keys: [Key], text: String)] = [
      (["2"], "5 visits"), ([.enter], "3 encounters"), ([.escape, "3"], "2026-11-20 09:10"),
      ([.enter], "CD4 count"), ([.escape, "4"], "142/95"), (["5"], "Groundnuts"),
      (
        ["6"],
        searchesConditions ? "Essential hypertension" : "before REST services 2.39"
      ),
      (["7"], "Tenofovir"), (["8"], "HIV Care and Treatment"), (["9"], "1992-03-14"),
    ]
    for step in steps {
      for key in step.keys { await session.press(key) }
      try session.expect(step.text)
      try session.expectNo("? active visit not known")
    }
  }

  @Test("patients on each release shows the newest first", arguments: profiles)
  func theNewestIsTheNewest(profile: ServerProfile) async throws {
    let session = try await open("otieno", profile)
    await session.press("3")
    #expect(session.selectedText?.hasPrefix("2026-11-20 08:11") == true)
    await session.press("4")
    try session.expect("2026-11-20 08:11")
  }

  @Test("patients on each release saves the whole record", arguments: profiles)
  func theWholeRecordCanBeSaved(profile: ServerProfile) async throws {
    let id = ResourceID("a0000001-0000-4000-8000-000000001eef")
    let copy = try await Self.source(profile).client.complete(id, at: 7) { _, _ in }
    #expect(copy.entry.missing == "")
    #expect(copy.responses.keys.count { $0.hasPrefix("encounter/") } > 5)
  }

  /// Nobody was asked; nobody has any; and the most severe of twelve first.
  @Test("patients on each release distinguishes allergy statuses", arguments: profiles)
  func whatIsKnownOfAllergiesIsToldApart(
    profile: ServerProfile
  ) async throws {
    for (text, words) in [
      ("brightwater", "? allergy status unknown"), ("fernandez", "no known allergies"),
      ("philomena", "✕ 12 allergies, "),
    ] {
      let session = try await open(text, profile)
      try session.expect(words)
    }
  }
}
