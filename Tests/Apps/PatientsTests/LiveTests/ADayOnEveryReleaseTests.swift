import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients
@testable import Reprise

/// A nurse's day at a server of every release of the REST module that is out there: by TLS, with a
/// password, a cookie and a vault.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct ADayOnEveryReleaseTests {
  private static let grace = "a0000001-0000-4000-8000-000000001eef"

  @Test(
    "patients on each release: sign in, save, offline, log out",
    arguments: OnEveryReleaseTests.profiles)
  func fromLoggingInToLoggingOut(profile: ServerProfile) async throws {
    let clinic = try await Clinic(saving: [Self.grace], as: profile)
    let session = try await clinic.logIn()
    for key in .open("grace") as [Key] { await session.press(key) }
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    try session.expect("LIVE 127.0.0.1")
    await session.press("o")
    try session.expect("1 of 1 saved")
    #expect(!session.words.contains("without"))
    await session.press(.escape)
    let bodies = try await sections(session, dataStatus: "LIVE")
    await session.press("3", .home, .enter)
    try session.expect("CD4 count")
    let encounter = session.body

    try await clinic.goAway()
    let vault = try #require(clinic.vault)
    try FileManager.default.removeItem(atPath: vault.directory.path + "/answers")
    let offline = try await clinic.relaunched(session.store)
    await offline.press(.escape)
    let kept = try await sections(offline, dataStatus: "OFFLINE 12:00")
    for (number, (live, later)) in zip(bodies, kept).enumerated() where live != later {
      Issue.record("section \(number + 1) isn't what it was:\n\(later.joined(separator: "\n"))")
    }
    await offline.press("3", .home, .enter)
    #expect(offline.body == encounter)

    try await clinic.comeBack()
    clinic.time.pass(seconds: 60)
    await offline.press("r")
    try offline.expect("LIVE 127.0.0.1")
    await offline.press(.escape, .escape, .escape, .escape, .end, .enter, .tab, .enter)
    #expect(try await clinic.requests().last?.method == "DELETE")
  }

  /// What stands in each of a patient's sections.
  private func sections(
    _ session: TestSession<Route>, dataStatus: String
  ) async throws -> [[String]] {
    var bodies: [[String]] = []
    for key in ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as [Key] {
      await session.press(key)
      if key == "9" { continue }
      try session.expect(dataStatus)
      bodies.append(session.body)
    }
    return bodies
  }
}
