import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

@MainActor @Suite struct VitalSignsTests {
  @Test("Vital signs show units and ranges in 80 columns")
  func unitsAndWhatIsNormalAreThereAtEightyColumns() async throws {
    let session = try await patients()
    await session.open("grace")
    await session.press("4")
    try session.expect(
      "2026-11-20 07:55 · Blood pressure 142/95 mmHg ▲ high · range 90–120 / 60–80")
    await session.press("s")
    #expect(session.frame.text.split(separator: "\n").contains { $0.contains("   SIGN") })
    #expect(
      !session.frame.text.split(separator: "\n").contains {
        ["▲", "▼"].contains($0.trimmingCharacters(in: .whitespaces))
      })
    await session.press(.escape, "t")
    try session.expect("HEIGHT 164 cm")
    try session.expect("22.9 kg/m²")
    try session.expect("PULSE 104 beats/min ▲ high")
    await session.press(.enter)
    try session.expect("Observations")
  }

  @Test("Vital sign chart offers no later reading at the newest")
  func noLaterReadingIsOfferedAtTheNewest() async throws {
    let session = try await patients()
    await session.open("grace")
    await session.press("4", .enter)
    try session.expect("← earlier")
    try session.expectNo("→ later")
    await session.press(.left)
    try session.expect("→ later")
    await session.press(.home)
    try session.expectNo("← earlier")
  }

  private func vitals(of name: String) async throws -> TestSession<Route> {
    let session = try await patients()
    await session.open(name)
    await session.press("4")
    return session
  }

  @Test("Vital signs show the latest of each with mark and word")
  func theLatestOfEachHasMarkAndWord() async throws {
    let session = try await vitals(of: "samuel")
    let lines = session.frame.text.split(separator: "\n")
    for (sign, mark, word) in [
      ("Pulse", "▲", "critically high"), ("Oxygen saturation", "▼", "critically low"),
      ("Blood pressure", "▼", "low"),
    ] {
      let line = try #require(lines.first { $0.contains(sign) })
      #expect(line.contains(mark) && line.contains(word))
    }
    try session.expect("BMI (computed)")
  }

  @Test("Vital sign chart resumes at its reading")
  func aChartIsDrawnOfOneSignAndTheReadingComesBack() async throws {
    let session = try await vitals(of: "grace")
    await session.press(.enter)
    try session.expect("2026-11-20 07:55 · 142/95 mmHg · ▲ high · range 90–120 / 60–80")
    await session.press(.left, .left)
    try session.expect("2026-03-11 08:15 · 131/84 mmHg")
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    await session.press(.escape)
    try session.expect("Vitals]")
  }

  @Test("Vital signs table resumes at its row") func whatIsOverTimeStandsInATable() async throws {
    let session = try await vitals(of: "grace")
    await session.press("t", "j", "j")
    #expect(session.selectedText?.hasPrefix("2026-03-11 08:15") == true)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.hasPrefix("2026-03-11 08:15") == true)
    try session.expect("131/84 ▲")
  }

  @Test("Vital signs table says how many are shown") func ofManyItSaysHowManyAreShown() async throws
  {
    let session = try await vitals(of: "otieno")
    await session.press("t")
    try session.expect("the newest 100 times")
  }

  @Test("Vital signs of a baby have arm circumference") func aBabyHasAnArmAndNoBloodPressure()
    async throws
  {
    let session = try await vitals(of: "hassan")
    try session.expect("Arm circumf")
    try session.expectNo("Blood pressure")
    try session.expect("3 months")
  }

  @Test("Vital signs that were never measured say so") func whoWasNeverMeasuredHasNone()
    async throws
  {
    let session = try await vitals(of: "nofolder")
    try session.expect("No vital signs are recorded.")
    await session.press("t", .enter)
    try session.expect("Vitals]")
  }
}
