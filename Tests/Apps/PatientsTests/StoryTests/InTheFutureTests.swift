import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// What is dated later than now is shown as that, and hides nothing: servers take observations,
/// conditions and visits of the future.
@MainActor @Suite struct InTheFutureTests {
  private static func pressure(_ id: String, _ values: (Int, Int), at timestamp: String) -> String {
    #"""
    {"uuid": "\#(id)", "patient": {"uuid": "p"}, "encounterDatetime": "\#(timestamp)", "obs": [
      {"uuid": "\#(id)s", "concept": {"uuid": "\#(Sign.concept(5085))", "units": "mmHg"}, "value": \#(values.0)},
      {"uuid": "\#(id)d", "concept": {"uuid": "\#(Sign.concept(5086))", "units": "mmHg"}, "value": \#(values.1)}]}
    """#
  }

  private static func clinic(_ encounters: [String]) throws -> InventedClinic {
    try InventedClinic(
      InventedClinic.patient() + #", "encounters": [\#(encounters.joined(separator: ","))]"#)
  }

  /// A mistyped year, and today's critical pressure.
  private func mistyped() throws -> InventedClinic {
    try Self.clinic([
      Self.pressure("a", (118, 76), at: "2027-11-21T11:40:00.000+0000"),
      Self.pressure("b", (215, 125), at: "2026-11-21T11:40:00.000+0000"),
    ])
  }

  @Test("Blood pressure dated next year does not hide that of today")
  func aPressureOfNextYearDoesNotHideTodays() async throws {
    let session = try await mistyped().record()
    try session.expect("215/125 mmHg")
    try session.expect("Blood pressure: 118/76 dated 2027-11-21, in the future")
    await session.press("4")
    try session.expect("215/125")
    try session.expect("Taken once in the future: see the table.")
    #expect(session.words.contains("Blood pressure 215/125 mmHg 118/76 dated 2027-11-21"))
    await session.press("t")
    try session.expect("in the future")
    #expect(session.words.contains("in the future, 2027-11-21 11:40"))
    await session.press(.escape, .enter)
    #expect(session.words.contains("2026-11-21 11:40 · 215/125 mmHg"))
    #expect(session.words.contains("taken 2 times, 1 in the future · 118/76 dated 2027-11-"))
  }

  @Test("Blood pressures of many future years hide nothing")
  func fiftyOfTheFutureHideNothingEither() async throws {
    let many = (2030..<2090).map { year in
      Self.pressure("f\(year)", (118, 76), at: "\(year)-11-21T11:40:00.000+0000")
    }
    let session = try await Self.clinic(
      many + [Self.pressure("b", (215, 125), at: "2026-11-21T11:40:00.000+0000")]
    ).record()
    try session.expect("215/125 mmHg")
  }

  /// Clocks differ by minutes.
  @Test("Blood pressure minutes ahead counts as now") func whatIsMinutesAheadIsNow() async throws {
    let session = try await Self.clinic([
      Self.pressure("a", (118, 76), at: "2026-11-21T12:04:00.000+0000")
    ]).record()
    try session.expect("118/76 mmHg")
    try session.expectNo("in the future")
  }

  @Test("Blood pressure only in the future is shown as such")
  func whatIsOnlyInTheFutureIsShownAsThat() async throws {
    let session = try await Self.clinic([
      Self.pressure("a", (118, 76), at: "2026-11-21T12:06:00.000+0000")
    ]).record()
    try session.expect("Blood pressure: 118/76 dated 2026-11-21, in the future")
    await session.press("4")
    try session.expect("Taken once in the future: see the table.")
  }

  @Test("Condition and program that begin later say so")
  func aConditionAndAProgrammeThatBeginLaterSaySo() async throws {
    let session = try await InventedClinic(
      InventedClinic.patient()
        + #"""
        , "conditions": [{"uuid": "c", "patient": {"uuid": "p"}, "clinicalStatus": "ACTIVE",
            "condition": {"nonCoded": "Asthma"}, "onsetDate": "2031-01-01T00:00:00.000+0300"}],
          "programenrollments": [{"uuid": "g", "patient": {"uuid": "p"},
            "program": {"uuid": "h", "display": "HIV care"},
            "dateEnrolled": "2031-02-01T00:00:00.000+0300"}]
        """#
    ).record()
    try session.expect("begins 2031-01-01")
    try session.expect("None active; 1 begins later, see Programs.")
    try session.expectNo("since 2031")
    await session.press("6")
    try session.expect("begins later")
    #expect(session.selectedText?.hasPrefix("■") == true)
    await session.press(.enter)
    #expect(session.words.contains("Begins 2031-01-01"))
    await session.press(.escape, "8")
    try session.expect("to come")
  }

  @Test("Visit that begins in an hour is not active")
  func aVisitThatBeginsInAnHourIsNotTheActiveOne() async throws {
    let session = try await InventedClinic(
      InventedClinic.patient()
        + #"""
        , "visits": [{"uuid": "v", "patient": {"uuid": "p"},
          "visitType": {"uuid": "t", "display": "Clinic Visit"},
          "startDatetime": "2026-11-21T13:00:00.000+0000"}]
        """#
    ).record()
    try session.expectNo("● active")
    await session.press("2")
    try session.expect("to come")
    await session.press(.enter)
    #expect(session.words.contains("still to come"))
  }
}
