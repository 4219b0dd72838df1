import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// Without the server, on a small screen: what is known is there, and what isn't is said once.
@MainActor @Suite(.cheapKeys) struct LittleRoomWithoutTheServerTests {
  private nonisolated static let small = Size(rows: 10, columns: 40)

  @Test("patients small window offline shows unknown allergies")
  func thatNoAllergiesAreRecordedIsSaidToo() async throws {
    let nurse = try await KeepingNurse(keeping: ["brightwater"])
    nurse.server.isAway = true
    let session = try await nurse.session(size: Self.small)
    await session.press("j", "j", .enter, .enter, "5")
    try session.expect("Allergy status unknown")
    await session.press("j", "r", "j")
    try session.expect("Allergy status unknown")
    try session.expect("Unreachable")
  }

  @Test("patients offline shows the reason once", arguments: [small, Size(rows: 24, columns: 80)])
  func whyNothingCanBeReadIsSaidOnce(size: Size) async throws {
    let nurse = try await KeepingNurse(keeping: [])
    nurse.server.isAway = true
    let grace = ResourceID("a0000001-0000-4000-8000-000000001eef")
    let session = try await TestSession(
      nurse.application(.patient(id: grace)), size: size, time: TestClock(at: KeepingNurse.now))
    for section in ["1", "2", "5", "9"] as [Key] {
      await session.press(section)
      #expect(session.frame.text.components(separatedBy: "Unreachable").count == 2)
      #expect(session.frame.text.components(separatedBy: "✕").count == 2)
    }
    try await session.killAndRelaunch()
    try session.expect("Unreachable")
  }
}
