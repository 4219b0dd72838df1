import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// The summary takes nothing for current that isn't, and nothing for all there is.
@MainActor @Suite(.cheapKeys) struct WhatCountsNowTests {
  private func order(_ id: String, _ name: String, _ keys: String) -> String {
    #"""
    {"uuid": "\#(id)", "patient": {"uuid": "p"}, "action": "NEW", "drugNonCoded": "\#(name)",
      "concept": {"uuid": "c"}, \#(keys), "dose": 1}
    """#
  }

  private func clinic(_ orders: String...) throws -> InventedClinic {
    try InventedClinic(
      InventedClinic.patient() + #", "orders": [\#(orders.joined(separator: ","))]"#)
  }

  @Test("Medication ordered just now is current despite clock skew")
  func whatWasJustOrderedIsCurrentThoughTheServersClockIsAhead() async throws {
    let clinic = try clinic(
      order("o", "Adrenaline", #""urgency": "STAT", "dateActivated": "2026-11-21T12:01:30Z""#))
    let session = try await clinic.record()
    try session.expect("Adrenaline")
    await session.press("7")
    try session.expect("current")
    try session.expectNo("future")
  }

  @Test("Medication that begins later is counted in the summary")
  func whatBeginsLaterIsCountedInTheSummary() async throws {
    let clinic = try clinic(
      order(
        "o", "Amoxicillin",
        #""urgency": "ON_SCHEDULED_DATE", "scheduledDate": "2026-12-10T00:00:00.000+0300""#))
    let session = try await clinic.record()
    try session.expect("None current; 1 begins later, see Medications.")
    await session.press("7")
    try session.expect("future")
    try session.expect("2026-12-10")
  }

  /// A drug rash must not get lost (701b).
  @Test("Medication shows the reason why it was stopped") func whyAMedicineWasStoppedIsSaid()
    async throws
  {
    let stop = #"""
      {"uuid": "s", "patient": {"uuid": "p"}, "action": "DISCONTINUE", "previousOrder": {"uuid": "o"},
        "drugNonCoded": "Amoxicillin", "orderReasonNonCoded": "rash", "concept": {"uuid": "c"},
        "dateActivated": "2026-11-20T08:00:00.000+0000"}
      """#
    let clinic = try clinic(
      order("o", "Amoxicillin", #""dateStopped": "2026-11-20T08:00:00.000+0000""#), stop)
    let session = try await clinic.record()
    await session.press("7")
    try session.expect("stopped: rash")
    await session.press(.enter)
    try session.expect("2026-11-20 08:00: rash")
  }

  /// The end of a day is a moment: the last second of the server's day.
  @Test(
    "Medication ends at the same time in every zone",
    arguments: [
      ("2026-11-22T15:42:00Z", "current"), ("2026-11-22T20:59:58Z", "current"),
      ("2026-11-22T21:00:00Z", "over"),
    ])
  func aMedicineIsOverAtTheSameMomentInEveryZone(now: String, status: String) async throws {
    for hours in [-11, -3, 0, 3, 14] {
      var clinic = try clinic(
        order("o", "Amoxicillin", #""autoExpireDate": "2026-11-22T23:59:59.000+0300""#))
      clinic.now = now
      clinic.zone = Zone { _ in (hours * 3600, "X") }
      let session = try await clinic.record()
      await session.press("7")
      try session.expect(status)
      await session.press(.enter)
      try session.expect("2026-11-22")
    }
  }

  @Test("Medication summary: none current differs from none recorded")
  func noneCurrentIsNotNoneRecorded() async throws {
    let clinic = try clinic(
      order("o", "Amoxicillin", #""dateStopped": "2026-11-20T08:00:00.000+0000""#))
    let session = try await clinic.record()
    try session.expect("None current; 1 earlier, see Medications.")
  }

  @Test("Condition summary: inactive differs from none") func anInactiveConditionIsNotNoCondition()
    async throws
  {
    let session = try await InventedClinic(
      InventedClinic.patient()
        + #"""
        , "conditions": [{"uuid": "c", "patient": {"uuid": "p"}, "clinicalStatus": "INACTIVE",
          "condition": {"nonCoded": "Asthma"}}]
        """#
    ).record()
    try session.expect("None active; 1 earlier, see Conditions.")
  }

  @Test("Condition shows relapse and provisional")
  func whatIsNotPlainAboutAConditionStandsBesideIt() async throws {
    let session = try await patients()
    await session.open("constance")
    await session.press(.end)
    for _ in 0..<30 where !session.frame.text.contains("provisional") { await session.press("k") }
    try session.expect("relapse, provisional")
  }

  @Test("Medication that is unreadable is reported in the summary")
  func anOrderThatCannotBeReadIsSaidInTheSummary() async throws {
    let session = try await TestSession(
      Application(
        "patients", title: "Patients", root: Route.patient(id: ResourceID("p")),
        screen: Viewer(unplugged: clinic().withUnreadableOrder).screen),
      size: Size(rows: 40, columns: 80))
    try session.expect("1 of 1 entry unreadable, skipped")
    try session.expectNo("Current medications: None")
  }

  /// Reports in words are the ones that come preliminary first.
  @Test("Observation with a text value shows preliminary and abnormal")
  func aResultInWordsSaysThatItIsPreliminaryAndAbnormal() async throws {
    let clinic = try InventedClinic(
      InventedClinic.patient()
        + #"""
        , "encounters": [{"uuid": "e", "patient": {"uuid": "p"},
          "encounterDatetime": "2026-11-20T08:00:00.000+0000",
          "obs": [
            {"uuid": "a", "concept": {"uuid": "c", "display": "Blood culture"},
              "value": "Gram-positive cocci in clusters", "status": "PRELIMINARY",
              "interpretation": "ABNORMAL"},
            {"uuid": "b", "concept": {"uuid": "d", "display": "Histology"}, "status": "AMENDED",
              "groupMembers": [{"uuid": "f", "concept": {"uuid": "g", "display": "Margin"},
                "value": "clear"}]}]}]
        """#)
    let session = try await clinic.record()
    await session.press("3", .enter)
    try session.expect("Gram-positive cocci in clusters")
    try session.expect("abnormal, preliminary")
    try session.expect("Histology (amended)")
  }

  @Test("Blood pressures of one time are not mixed on the screen")
  func twoPressuresOfOneMomentAreNotMixedOnTheScreen() async throws {
    func pressure(_ id: String, _ systolic: Int, _ diastolic: Int) -> String {
      #"""
      {"uuid": "\#(id)", "concept": {"uuid": "g"}, "groupMembers": [
        {"uuid": "\#(id)s", "concept": {"uuid": "\#(Sign.concept(5085))"}, "value": \#(systolic)},
        {"uuid": "\#(id)d", "concept": {"uuid": "\#(Sign.concept(5086))"}, "value": \#(diastolic)}]}
      """#
    }
    let session = try await InventedClinic(
      InventedClinic.patient()
        + #"""
        , "encounters": [{"uuid": "e", "patient": {"uuid": "p"},
          "encounterDatetime": "2026-11-20T08:00:00.000+0000",
          "obs": [\#(pressure("b", 182, 96)), \#(pressure("a", 110, 60))]}]
        """#
    ).record()
    try session.expect("at the same time")
    try session.expectNo("182/60")
    await session.press("4", "t")
    try session.expect("182/96")
    try session.expect("110/60")
  }
}

extension InventedClinic {
  /// Its source, whose answer to a question for medicines has an entry without an id.
  fileprivate var withUnreadableOrder: RecordSource {
    get throws {
      let server = ScriptedTransport.demo(server.data) { request, _ in
        request.resource.contains("/order?")
          ? .status(200, #"{"results": [{"drugNonCoded": "Aspirin"}]}"#) : nil
      }
      return try source(over: server)
    }
  }
}
