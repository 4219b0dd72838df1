import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Patients

/// What a nurse is told of the age of what is shown, while the server is slow, away, and back
/// again.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct HowOldItIsTests {
  private func session(
    _ nurse: KeepingNurse, _ root: Route, store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<Route> {
    try await TestSession(
      nurse.application(root), size: Size(rows: 24, columns: 80), store: store,
      time: TestClock(at: 1_795_262_400))
  }

  @Test("patients on a slow server is not offline")
  func aSlowServerIsNotAwayAndWhatItStillHasToSayIsNotMissing() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let session = try await session(nurse, .find)
    await session.type("grace")
    nurse.server.held = "condition"
    async let opened: Void = session.press(.enter)
    defer { nurse.server.held = nil }
    try await session.wait(for: "▲ Blood pressure")
    try session.expectNo("OFFLINE")
    try session.expectNo("Not saved for offline use.")
    try session.expectNo("could not be read")
    nurse.server.held = nil
    await opened
    try session.expect("LIVE clinic.example.org")
  }

  @Test("patients shows UPDATING while cached data are refreshed")
  func whatIsKeptIsSaidToBeBroughtUpToDateWhileTheServerIsAsked() async throws {
    let nurse = try await KeepingNurse(keeping: ["grace"])
    let session = try await session(nurse, .saved)
    nurse.server.held = "condition"
    async let opened: Void = session.press(.enter)
    defer { nurse.server.held = nil }
    try await session.wait(for: "▲ Blood pressure")
    try session.expect("UPDATING ")
    nurse.server.held = nil
    await opened
    try session.expect("LIVE clinic.example.org")
  }

  @Test("patients search hits that are saved are no change")
  func whoIsSavedIsNoChangeInWhatIsFound() async throws {
    let nurse = try await KeepingNurse(keeping: ["samuel"])
    let session = try await session(nurse, .find)
    await session.type("kip")
    let before = session.frame
    try session.expect("✕ Samuel Kiprotich")
    try await session.killAndRelaunch()
    #expect(session.frame.text == before.text)
    #expect(!before.text.contains("changed"))
  }

  @Test(
    "patients never shows LIVE without a response",
    arguments: [Route.home, .saved, .recent, .find, .activeVisits])
  func nothingIsCalledLiveThatTheServerHasNotSaid(root: Route) async throws {
    let nurse = try await KeepingNurse()
    nurse.server.isAway = true
    let session = try await session(nurse, root)
    try session.expectNo("LIVE")
    try session.expect("clinic.example.org")
  }

  @Test("patients offline recovers by itself") func beingOfflineEndsByItselfOnceTheServerIsBack()
    async throws
  {
    let nurse = try await KeepingNurse(keeping: ["grace"])
    let session = try await session(nurse, .saved)
    await session.press(.enter, .down)
    let live = session.frame.withoutStatusLine.dropFirst()
    nurse.server.isAway = true
    await session.press("r")
    try session.expect("OFFLINE ")
    await session.press("?", .escape)
    let offline = session.frame.text
    // That it still is away isn't said each time.
    for _ in 0..<3 { await session.pass(seconds: 15) }
    #expect(session.frame.text == offline)
    nurse.server.isAway = false
    await session.pass(seconds: 15)
    #expect(session.frame.withoutStatusLine.dropFirst() == live)
    try session.expect("answering again.")
  }

  @Test("patients list that failed offline is loaded by itself")
  func aListThatCouldNotBeHadComesByItselfToo() async throws {
    let nurse = try await KeepingNurse()
    nurse.server.isAway = true
    let session = try await session(nurse, .activeVisits)
    try session.expect("it is away")
    nurse.server.isAway = false
    await session.pass(seconds: 15)
    try session.expect("4 active visits")
    try session.expect("LIVE clinic.example.org")
  }

  @Test("patients does not show LIVE beside an unreadable section")
  func aSectionThatCouldNotBeReadDoesNotStandBesideLive() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let session = try await session(nurse, .find)
    await session.type("grace")
    await session.press(.enter)
    try session.expect("LIVE clinic.example.org")
    nurse.server.isAway = true
    await session.press("2")
    #expect(session.words.contains("it is away"))
    try session.expectNo("LIVE")
    try session.expect("OFFLINE")
  }

  @Test("patients failed refresh is not called refreshed")
  func aRefreshThatGotNothingIsNotSaidToHaveLoadedAnything() async throws {
    let nurse = try await KeepingNurse()
    let session = try await session(nurse, .activeVisits)
    try session.expect("LIVE clinic.example.org")
    nurse.server.isAway = true
    await session.press("r")
    try session.expectNo("Refreshed")
    try session.expect("OFFLINE 12:00")
    #expect(session.words.contains("it is away"))
    try session.expect("Showing the last good data.")
    try session.expect("4 active visits")
  }

  @Test("patients search offline does not claim that nobody was found")
  func thatNobodyIsFoundIsNotSaidWhereNobodyCouldBeAsked() async throws {
    let nurse = try await KeepingNurse(keeping: ["grace"])
    let session = try await session(nurse, .find)
    nurse.server.isAway = true
    await session.type("mwangi")
    try session.expectNo("No patient found")
    #expect(
      session.words.contains("No answer from the server; no saved patient matches."))
    // Nothing is shown that could have an age.
    try session.expect("OFFLINE")
    try session.expectNo("as of")
    await session.press(.escape)
    await session.type("odhi")
    try session.expect("OFFLINE 2026-11-20 12:00")
  }
}
