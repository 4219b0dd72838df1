import Reprise
import RepriseTesting
import Testing

@testable import Patients

@MainActor @Suite struct AWayThroughTheAppTests {
  @Test("patients first frame offers the search") func theFirstFrameSaysWhereToGo() async throws {
    let session = try await patients()
    try session.expect("Find a patient")
    try session.expect("UNPLUGGED demo data")
  }

  @Test("patients: every step to an observation and back resumes")
  func fromTheStartToAnObservationAndBackEveryStepComesBack() async throws {
    let session = try await patients()
    let steps: [(keys: [Key], text: String)] = [
      ([.enter], "Type a part of a name"),
      (["o", "d", "h"], "1 patient"), ([.enter], "▲ Blood pressure"), (["2"], "5 visits"),
      ([.enter], "3 encounters"), ([.down, .enter], "Pneumonia"),
      (["y"], "Raw answer"), ([.escape], "Visit Note, 2026-11-20 08:30"),
      ([.escape], "Facility Visit"), ([.escape], "Visits]"), ([.escape], "1 patient"),
      ([.escape], "Type a part of a name"), ([.escape], "Active visits"),
    ]
    for step in steps {
      for key in step.keys { await session.press(key) }
      try session.expect(step.text)
      let before = session.frame
      try await session.killAndRelaunch()
      #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    }
  }

  @Test("patients active visits lead to the patient") func whoIsHereNowLeadsToThePatient()
    async throws
  {
    let session = try await patients()
    await session.press("j", .enter)
    try session.expect("4 active visits")
    await session.press(.down, .enter)
    try session.expect("Unknown Seven")
    try session.expect("male, age unknown · birth date unknown")
    try session.expect("● active: Facility Visit, Emergency Room since 2026-11-20 23:58")
  }
}
