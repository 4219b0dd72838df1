import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// An entry of the record that can't be read isn't gone: its last known row stays, marked.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct UnreadableEntriesTests {
  @Test(
    "patients unreadable entry keeps its last row with its age",
    arguments: [
      ("5", "allergy"), ("6", "condition"), ("7", "order"), ("8", "programenrollment"),
    ])
  func theLastKnownRowStaysMarkedWithItsAge(section: String, service: String) async throws {
    let (nurse, session) = try await KeepingNurse.opened(Character(section))
    try session.expectNo(" ~ ")
    nurse.server.damaged = (service: service, all: false)
    await session.press("r")
    #expect(
      session.words.contains(
        "entries unreadable, ~ last seen 2026-11-21 12:00: entry 1 has no id."),
      "\(session.frame.text)")
    #expect(session.body.contains { $0.hasPrefix(" ~ ") || $0.hasPrefix("▌~ ") })
    try session.expectNo("gone: ")
    // A later answer that can't be read either doesn't let go of it, nor does the next start.
    await session.press("r")
    #expect(session.body.contains { $0.hasPrefix(" ~ ") || $0.hasPrefix("▌~ ") })
    let next = try await TestSession(
      nurse.application(.find), time: TestClock(at: KeepingNurse.now))
    await next.type("grace")
    await next.press(.enter, .character(Character(section)))
    #expect(next.body.contains { $0.hasPrefix(" ~ ") || $0.hasPrefix("▌~ ") })
    nurse.server.damaged = nil
    await session.press("r")
    try session.expectNo("~")
    try session.expectNo("unreadable")
  }

  @Test("patients row that was last seen opens and says so")
  func aRowThatWasLastSeenOpensAndSaysSo() async throws {
    let (nurse, session) = try await KeepingNurse.opened("5")
    nurse.server.damaged = (service: "allergy", all: false)
    await session.press("r", .home, .enter)
    #expect(session.words.contains("As last seen (2026-11-21 12:00)."))
    #expect(session.words.contains("~ "))
  }

  @Test("patients banner counts an unreadable allergy")
  func theBannerAndTheSummaryHaveTheLastKnownAllergyToo() async throws {
    let (nurse, session) = try await KeepingNurse.opened("1")
    let whole = session.words
    #expect(whole.contains("3 allergies"))
    nurse.server.damaged = (service: "allergy", all: false)
    await session.press("r")
    #expect(session.words.contains("3 allergies, 1 not readable"), "\(session.frame.text)")
    #expect(session.words.contains("~ Penicillin"))
  }

  @Test("patients response without readable entries leaves the cache")
  func anAnswerOfWhichNothingCanBeReadLeavesWhatIsKept() async throws {
    let (nurse, session) = try await KeepingNurse.opened("5")
    nurse.server.damaged = (service: "allergy", all: true)
    await session.press("r")
    try session.expect("BAD ANSWER")
    try session.expect("Penicillin")
    nurse.server.isAway = true
    let next = try await TestSession(
      nurse.application(.find), time: TestClock(at: KeepingNurse.now))
    await next.type("grace")
    await next.press(.enter, "5")
    try next.expect("Penicillin")
  }

  /// What those who run the server need can be looked at, and written into a file.
  @Test("patients unreadable response is shown raw") func theAnswerThatCannotBeReadIsShown()
    async throws
  {
    let (nurse, session) = try await KeepingNurse.opened("5")
    try session.expectNo("y: show")
    nurse.server.damaged = (service: "allergy", all: true)
    await session.press("r")
    #expect(session.words.contains("y: show the answer"))
    await session.press("y")
    try session.expect("Raw answer")
    #expect(session.words.contains("\"results\":"))
    await session.press("?")
    #expect(session.words.contains("Write all of it into a file, which isn't encrypted"))
    try await session.killAndRelaunch()
    nurse.server.damaged = nil
    await session.press(.escape, .escape, "r")
    try session.expectNo("y: show")
  }
}
