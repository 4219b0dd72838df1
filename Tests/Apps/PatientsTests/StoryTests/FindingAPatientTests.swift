import Reprise
import RepriseTesting
import Testing

@testable import Patients

@MainActor @Suite(.cheapKeys) struct FindingAPatientTests {
  private func find(_ text: String) async throws -> TestSession<Route> {
    let session = try await patients()
    await session.press(.enter)
    await session.type(text)
    return session
  }

  @Test("patients search finds and marks the dead") func theDeadAreFoundAndMarkedInWordsToo()
    async throws
  {
    let session = try await find("kiprotich")
    #expect(session.selectedText?.hasPrefix("✕ Samuel Kiprotich") == true)
    try session.expect("died 71")
  }

  @Test(
    "patients search finds names of every script and identifiers",
    arguments: [
      ("王 小", "王 小明"), ("عبد", "1006F6"), ("полякова", "Нина"), ("田中", "1009F9"), ("παπα", "Νίκη"),
      ("ተስፋዬ", "1008F8"),
      ("fernandez", "María del Carmen"), ("1017f7", "Daniel Manyfolders"),
      ("unk-7", "Unknown Seven"),
    ])
  func namesOfEveryScriptAndIdentifiersAreFound(text: String, found: String) async throws {
    let session = try await find(text)
    try session.expect("1 patient")
    for word in found.split(separator: " ") { try session.expect(String(word)) }
  }

  @Test("patients of equal names are distinguished") func twoOfOneNameAreToldApart() async throws {
    let session = try await find("wanjiru")
    try session.expect("2 patients")
    await session.press(.down, .enter)
    try session.expect("female, 17 years · born 2009-10-10")
    try await session.killAndRelaunch()
    try session.expect("female, 17 years · born 2009-10-10")
    await session.press(.escape)
    #expect(session.selectedText?.contains("1023F3") == true)
  }

  @Test("patients search without hits says so") func nobodyFoundIsSaidAndOneLetterLessFindsThem()
    async throws
  {
    let session = try await find("wanjirux")
    try session.expect("No patient found.")
    await session.press(.backspace)
    try session.expect("2 patients")
  }

  @Test("patients search shows a patient just saved as saved")
  func whoIsSavedFromAmongThemIsSaidToBeAtOnce() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let session = try await TestSession(
      nurse.application(.find), size: Size(rows: 24, columns: 80))
    await session.type("grace")
    try session.expectNo("2026-11-21")
    await session.press(.control("o"))
    try session.expect("1 of 1 saved")
    await session.press(.escape)
    #expect(session.selectedText?.hasSuffix("2026-11-21") == true)
    try session.expect("1 patient")
  }

  @Test("patients search reaches the last hit by scrolling") func everybodyIsReachedByScrolling()
    async throws
  {
    let session = try await find("10")
    for _ in 0..<5 { await session.press(.pageDown) }
    let all = try await client().patients(matching: "10", start: 0, limit: 100)
    let last = try #require(all.elements.last)
    try session.expect(" \(all.elements.count) patients")
    #expect(session.selectedText?.contains(last.preferredIdentifier?.text ?? "none") == true)
  }

  @Test("patients estimated birth date is marked in list and banner")
  func anEstimatedBirthDateSaysSo() async throws {
    let session = try await find("mwangi")
    try session.expect("~1960-01-01")
    await session.press(.enter)
    try session.expect("born 1960-01-01 (estimated)")
  }
}
