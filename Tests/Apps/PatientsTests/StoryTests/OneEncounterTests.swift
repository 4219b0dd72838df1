import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// What stands in an encounter, and when it was.
@MainActor @Suite struct OneEncounterTests {
  private static func clinic(
    _ encounter: String = "", orders: String = "", zone hours: Int = 0
  ) throws -> InventedClinic {
    var clinic = try InventedClinic(
      InventedClinic.patient()
        + #"""
        , "encounters": [{"uuid": "e", "patient": {"uuid": "p"},
            "encounterType": {"uuid": "t", "display": "Admission"}, \#(encounter)
            "encounterDatetime": "2026-11-20T00:00:00.000+0300"}],
          "orders": [\#(orders)]
        """#)
    clinic.zone = Zone { _ in (hours * 3600, "X") }
    return clinic
  }

  private static func order(_ id: String, _ name: String, _ keys: String) -> String {
    #"""
    {"uuid": "\#(id)", "patient": {"uuid": "p"}, "encounter": {"uuid": "e"}, "action": "NEW",
      "concept": {"uuid": "c", "display": "\#(name)"}, "display": "\#(name)", \#(keys),
      "dateActivated": "2026-11-20T08:00:00.000+0000"}
    """#
  }

  private static let orders = [
    order(
      "o", "Warfarin 5 mg",
      #""type": "drugorder", "orderType": {"uuid": "131168f4-15f5-102d-96e4-000c29c2a5d7", "display": "Drug Order"}, "urgency": "ROUTINE", "dose": 1"#
    ),
    order(
      "l", "Full blood count",
      #""type": "testorder", "orderType": {"uuid": "tt", "display": "Test Order"}, "urgency": "STAT""#
    ),
  ].joined(separator: ",")

  @Test("Encounter shows its orders") func theOrdersOfAnEncounterAreShownWithIt() async throws {
    let session = try await Self.clinic(orders: Self.orders).record()
    await session.press("3", .enter)
    try session.expect("Full blood count")
    try session.expect("STAT")
    try session.expect("Test Order")
    try session.expect("Warfarin 5 mg")
    try session.expectNo("No observations are recorded.")
  }

  @Test("Encounter without observations says so") func whatHoldsNothingSaysSo() async throws {
    let session = try await Self.clinic().record()
    await session.press("3", .enter)
    try session.expect("No observations are recorded.")
  }

  /// A form that asks for a day alone writes the midnight of the server.
  @Test("Encounter day without a time is equal in every zone", arguments: [-8, 0, 3, 12])
  func aDayWithoutATimeIsThatDayEverywhere(hours: Int) async throws {
    let session = try await Self.clinic(zone: hours).record()
    await session.press("3")
    try session.expect("2026-11-20 ")
    try session.expectNo("2026-11-19")
    await session.press(.enter)
    try session.expect("Admission, 2026-11-20")
    try session.expectNo("2026-11-19")
    try session.expectNo(":00")
  }

  /// HTML forms write times of day on a day of 1900, with the offset that the zone had then (f373).
  @Test("Observation time of day is not shifted by zones", arguments: [-8, 0, 3, 6])
  func aTimeOfDayIsTheClocksOnTheWall(hours: Int) async throws {
    let time = #"""
      "obs": [{"uuid": "a", "concept": {"uuid": "k", "display": "Time of delivery"},
        "value": "1900-02-01T07:45:00.000+0227"}],
      """#
    let session = try await Self.clinic(time, zone: hours).record()
    await session.press("3", .enter)
    #expect(session.words.contains("Time of delivery 07:45"))
    try session.expectNo("1900")
  }

  @Test("Medication list shows urgency and days") func anUrgentMedicineAndItsDaysAreSeenInTheList()
    async throws
  {
    let stat = #"""
      {"uuid": "o", "patient": {"uuid": "p"}, "action": "NEW", "drugNonCoded": "Amoxicillin 0.5 mg IV",
        "concept": {"uuid": "c"}, "urgency": "STAT", "dose": 1, "type": "drugorder",
        "dateActivated": "2026-11-20T08:00:00.000+0000", "autoExpireDate": "2026-11-24T23:59:59.000+0000"}
      """#
    let session = try await Self.clinic(orders: stat).record()
    try session.expect("STAT, 1")
    await session.press("7")
    #expect(session.selectedText?.contains("STAT, 1") == true)
    #expect(session.words.contains("current, 2026-11-20 to 2026-11-24 · Amoxicillin 0.5 mg IV"))
    await session.press(.enter)
    #expect(session.words.contains("Urgency STAT"))
  }
}
