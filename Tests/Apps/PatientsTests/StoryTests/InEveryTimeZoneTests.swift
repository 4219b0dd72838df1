import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// Days stay the days that were written down, and moments are told in the time of whoever reads,
/// wherever that is.
@MainActor @Suite struct InEveryTimeZoneTests {
  nonisolated private static let names = [
    "UTC", "Pacific/Kiritimati", "Pacific/Honolulu", "Asia/Kolkata", "America/St_Johns",
  ]

  nonisolated private static let releases = [ServerProfile.refApp213, .newest]

  /// Somebody at a server in Nairobi, who was born on a leap day, and seen half an hour after
  /// midnight.
  private static let people = """
    [
      {"type": "patient", "uuid": "zone-1", "display": "2900F1 - Neema Siku", "identifiers":
        [{"uuid": "zone-i", "identifier": "2900F1", "preferred": true}],
        "person": {"uuid": "zone-1", "display": "Neema Siku", "gender": "F", "age": 99,
          "birthdate": "2020-02-29T00:00:00.000+0300", "dead": true,
          "deathDate": "2026-03-01T00:00:00.000+0300", "preferredName":
          {"uuid": "zone-n", "display": "Neema Siku", "givenName": "Neema", "familyName": "Siku"}}},
      {"type": "encounter", "uuid": "zone-e", "display": "Visit Note",
        "encounterDatetime": "2026-03-01T00:30:00.000+0300", "patient": {"uuid": "zone-1"},
        "encounterType": {"uuid": "zone-t", "display": "Visit Note"}, "obs":
        [{"uuid": "zone-o", "concept": {"uuid": "zone-c", "display": "Return visit"},
          "obsDatetime": "2026-03-01T00:30:00.000+0300", "value": "2026-03-31"}]},
      {"type": "condition", "uuid": "zone-d", "patient": {"uuid": "zone-1"},
        "condition": {"coded": {"uuid": "zone-a", "display": "Asthma"}}, "clinicalStatus": "ACTIVE",
        "onsetDate": "2024-02-29T00:00:00.000+0300"},
      {"type": "order", "uuid": "zone-m", "action": "NEW", "patient": {"uuid": "zone-1"},
        "drug": {"uuid": "zone-s", "display": "Salbutamol"}, "urgency": "ON_SCHEDULED_DATE",
        "dateActivated": "2026-02-20T09:00:00.000+0300",
        "scheduledDate": "2026-02-28T00:00:00.000+0300",
        "autoExpireDate": "2026-03-15T23:59:59.000+0300"},
      {"type": "programenrollment", "uuid": "zone-p", "patient": {"uuid": "zone-1"},
        "program": {"uuid": "zone-q", "display": "Asthma Care"},
        "dateEnrolled": "2025-12-31T00:00:00.000+0300"}
    ]
    """

  private func session(
    _ name: String, _ profile: ServerProfile
  ) async throws -> TestSession<Route> {
    let place = try #require(TimeZone(identifier: name))
    let zone = Zone { seconds in
      let timestamp = Date(timeIntervalSince1970: TimeInterval(seconds))
      return (place.secondsFromGMT(for: timestamp), name)
    }
    let server = SimulatorTransport(data: try .builtIn(and: Self.people), as: profile)
    return try await TestSession(
      Viewer(unplugged: .unplugged(over: server, zone: zone)).application,
      size: Size(rows: 24, columns: 120))
  }

  /// It is noon on 2026-11-20 here.
  @Test("patients planned visit does not hide an active one")
  func aVisitThatIsPlannedHidesNoneThatGoesOn() async throws {
    func visit(_ name: String, _ start: String) -> String {
      #"{"type": "visit", "uuid": "zone-\#(name)", "patient": {"uuid": "zone-1"}, "#
        + #""visitType": {"uuid": "zone-\#(name)-t", "display": "\#(name)"}, "#
        + #""startDatetime": "\#(start)"}"#
    }
    let data = try RecordStore.builtIn(
      and: Self.people.dropLast() + ", "
        + visit("Surgery", "2026-11-25T08:00:00.000+0300") + ", "
        // The server's clock is ahead by two hours.
        + visit("Emergency", "2026-11-20T14:00:00.000+0000") + "]")
    let session = try await TestSession(
      Viewer(unplugged: .unplugged(over: SimulatorTransport(data: data))).application)
    await session.open("neema")
    try session.expect("● active: Emergency since 2026-11-20 14:00")
    await session.press("2")
    try session.expect("2026-11-25 05:00  to come")
    try session.expect("2026-11-20 14:00  active")
    // Among those who are here she is awaited.
    let here = try await TestSession(
      Viewer(unplugged: .unplugged(over: SimulatorTransport(data: data))).application)
    await here.press("j", .enter)
    try here.expect("due 2026-11-25")
    await here.send(.resize(Size(rows: 10, columns: 40)))
    await here.press("/")
    await here.type("surgery")
    await here.press(.enter)
    try here.expect("to come, 2026-11-25 05:00")
  }

  /// Half past midnight in Nairobi, as people elsewhere call it.
  nonisolated private static let seen = [
    "UTC": "2026-02-28 21:30", "Pacific/Kiritimati": "2026-03-01 11:30",
    "Pacific/Honolulu": "2026-02-28 11:30", "Asia/Kolkata": "2026-03-01 03:00",
    "America/St_Johns": "2026-02-28 18:00",
  ]

  @Test("patients shows dates unchanged in every time zone", arguments: names, releases)
  func nothingIsShownUnderAnotherDay(name: String, release: ServerProfile) async throws {
    let session = try await session(name, release)
    await session.open("neema")
    try session.expect("✕ died 2026-03-01")
    // The server's own age is wrong.
    try session.expect("female, 6 years · born 2020-02-29")
    await session.press("3")
    try session.expect(try #require(Self.seen[name]))
    await session.press(.enter)
    try session.expect(try #require(Self.seen[name]))
    #expect(session.words.contains("Return visit 2026-03-31 "))
    await session.press(.escape, "6")
    #expect(session.words.contains("Asthma active 2024-02-29"))
    await session.press("7")
    try session.expect("2026-02-28  2026-03-15")
    await session.press(.enter)
    #expect(session.words.contains("From 2026-02-28 Runs out 2026-03-15"))
    await session.press(.escape, "8")
    try session.expect("2025-12-31")
    await session.press("9")
    try session.expect("2020-02-29")
  }
}
