import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// What a server says about itself and about times is shown as what it is.
@MainActor @Suite(.cheapKeys) struct WhatServersSayTests {
  @Test("OpenMRS exception is named without its packages")
  func anExceptionIsNamedWithoutItsPackages() {
    let words = OpenMRSError.refused(
      500, "[java.lang.reflect.InvocationTargetException]; org.hibernate.LazyException: at 3.5"
    ).errorDescription
    #expect(
      words == "500 from the server: “[InvocationTargetException]; LazyException: at 3.5”.")
  }

  @Test("OpenMRS sign-in succeeds without the provider privilege")
  func whoMayNotSeeProvidersCanLogInAllTheSame() async throws {
    let forbidden =
      #"{"error": {"message": "Privileges required: [Get Providers]", "code": "", "detail": ""}}"#
    let server = ScriptedTransport(.status(403, forbidden))
    try await client(server).services.logIn()
  }

  @Test(
    "OpenMRS sign-in fails if the user is not logged in",
    arguments: [
      #"{"error": {"message": "User is not logged in"}}"#,
      #"{"error": {"message": "Privilege required: login"}}"#,
    ])
  func whoIsNotLoggedInIsNot(answer: String) async throws {
    let client = try client(ScriptedTransport(.status(403, answer), .status(403, answer)))
    await #expect(throws: (any Error).self) { try await client.services.logIn() }
  }

  @Test("Program with an end in the future is active") func whatEndsLaterGoesOn() throws {
    let program = try ProgramEnrollment(
      json(
        #"""
        {"uuid": "e", "program": {"display": "HIV"}, "dateCompleted": "2026-12-01T00:00:00.000+0300",
          "states": [
            {"state": {"concept": {"display": "On treatment"}}, "endDate": "2026-11-30"},
            {"state": {"concept": {"display": "Enrolled"}}, "endDate": "2026-11-01"}]}
        """#))
    let now = try #require(Timestamp(iso: "2026-11-21T12:00:00Z"))
    #expect(program.isActive(at: now, in: .utc))
    #expect(program.states(at: now, in: .utc) == ["On treatment"])
    let later = try #require(Timestamp(iso: "2026-12-01T12:00:00Z"))
    #expect(!program.isActive(at: later, in: .utc))
  }

  @Test(
    "Time zone is named with its offset",
    arguments: [
      (0, "UTC", "UTC"), (10_800, "EAT", "EAT, UTC+03:00"), (-12_600, "NST", "NST, UTC-03:30"),
      (20_700, "+0545", "UTC+05:45"),
    ])
  func theZoneOfTheTimesIsNamed(offset: Int, name: String, words: String) {
    #expect(Zone { _ in (offset, name) }.text(at: 0) == words)
  }

  @Test("Patient details name the time zone") func detailsSayInWhichZoneTimesAre() async throws {
    let session = try await patients()
    await session.open("grace")
    await session.press("9", .end)
    try session.expect("Times")
    try session.expect("this computer's zone, not the server's")
  }

  @Test("Active visit of an old copy is shown as was active")
  func aVisitOfAnOldCopyIsNotSaidToGoOn() async throws {
    let nurse = try await KeepingNurse()
    nurse.server.isAway = true
    let session = try await TestSession(
      nurse.application(.patient(id: ResourceID(Invented.grace))))
    #expect(session.frame.text.contains(/○ was active on [-0-9]+: Facility Visit/))
    try session.expectNo("● active")
  }

  @Test("Active visit of an old copy stays so if visits fail")
  func aVisitOfAnOldCopyIsNotSaidToGoOnWhileTheServerFailsAtVisits() async throws {
    let nurse = try await KeepingNurse()
    nurse.server.failing = "visit"
    let session = try await TestSession(
      nurse.application(.patient(id: ResourceID(Invented.grace))))
    #expect(session.frame.text.contains(/○ was active on [-0-9]+: Facility Visit/))
    try session.expectNo("● active")
  }

  @Test("Visit still to come has not begun") func aVisitStillToComeHasNotBegun() throws {
    let visit = try Visit(
      json(#"{"uuid": "v", "startDatetime": "2026-11-25T08:00:00.000+0000"}"#))
    let words = "Visit, 2026-11-25 08:00"
    let before = Timestamp(milliseconds: 1_795_312_800_000)
    #expect(visit.text(in: .utc, at: before) == "\(words), still to come")
    let after = Timestamp(milliseconds: before.milliseconds + 7 * 86_400_000)
    #expect(visit.text(in: .utc, at: after) == "\(words) to now")
  }

  @Test("Observation groups keep the names of nested groups") func partsOfPartsKeepTheirNames()
    async throws
  {
    let encounter = try Encounter(
      json(
        #"""
        {"uuid": "e", "encounterDatetime": "2026-11-20T08:00:00.000+0000", "obs": [
          {"uuid": "n", "concept": {"display": "Newborn"}, "groupMembers": [
            {"uuid": "t", "concept": {"display": "Twin A"}, "groupMembers": [
              {"uuid": "w", "concept": {"display": "Weight"}, "value": 2.5}]}]},
          {"uuid": "x", "concept": {"display": "Note"}, "value": "Well",
            "obsDatetime": "2026-11-18T08:00:00.000+0000"}]}
        """#))
    let plain = Detail(encounter, .utc, at: .latest).plain
    #expect(plain.contains("Newborn › Twin A"))
    #expect(plain.contains("taken 2026-11-18 08:00"))
  }
}
