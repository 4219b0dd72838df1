import Reprise
import Testing

@testable import Patients

@Suite struct RecordTests {
  @Test(
    "Allergy has a name and a severity",
    arguments: [
      (
        #""allergen": {"codedAllergen": {"uuid": "c", "display": "Penicillin"}}, "severity": {"display": "Severe"}"#,
        "Penicillin (severe)"
      ),
      (
        #""allergen": {"codedAllergen": {"display": "Other"}, "nonCodedAllergen": "Dust"}, "severity": null"#,
        "Dust (severity not recorded)"
      ),
      (#""display": "Nuts", "severity": null"#, "Nuts (severity not recorded)"),
      (#""display": "Nuts""#, "Nuts (severity not told)"),
      (#""severity": 3"#, "an allergen without a name (severity not recorded)"),
    ])
  func anAllergyHasAName(keys: String, title: String) throws {
    #expect(try Allergy(json(#"{"uuid": "a", \#(keys)}"#)).title == title)
  }

  @Test("Allergy status: none recorded differs from unknown")
  func noneRecordedIsNotTheSameAsNotKnown() {
    let words = [
      KnownAllergies.noneKnown, .unasked, .awaited, .forbidden, .noModule, .unreadable,
      .recorded([]),
    ].map(\.text)
    #expect(Set(words).count == words.count)
    #expect(words[0] == "no known allergies")
    #expect(words[1] == "? allergy status unknown")
  }

  @Test("Allergies are sorted by severity and counted")
  func theMostSevereAllergyComesFirstAndTheirNumberBeforeIt() throws {
    func allergy(_ id: String, _ severity: String) throws -> JSON {
      try json(
        #"{"uuid": "\#(id)", "allergen": {"nonCodedAllergen": "\#(id)"}, "severity": \#(severity)}"#
      )
    }
    func severity(_ number: Int, _ name: String) -> String {
      #"{"uuid": "\#(Sign.concept(number))", "display": "\#(name)"}"#
    }
    let entries = Entries([
      try allergy("Dust", severity(1498, "Mild")), try allergy("Latex", "null"),
      try allergy("Nuts", severity(1500, "Severe")),
      try allergy("Eggs", severity(1499, "Moderate")),
    ]) { entry throws(Unreadable) in try Allergy(entry) }
    let list = AllergyList(status: .recorded, entries: entries)
    #expect(
      KnownAllergies(list).text
        == "✕ 4 allergies: Nuts (severe), Latex (severity not recorded), Eggs (moderate), Dust (mild)"
    )
  }

  private static let noWay = #""route": null, "frequency": null"#

  /// Without the right to see concepts their keys are missing.
  @Test("Medication without a route key is “not told”, not none")
  func aRouteThatIsLeftOutIsNotNone() throws {
    let order = try DrugOrder(json(#"{"uuid": "d", "dose": 2, "frequency": null}"#))
    #expect(order.dosing == "2 (unit not told), (route not told)")
  }

  @Test(
    "Medication dose is shown as ordered",
    arguments: [
      (
        #""dose": 500, "doseUnits": {"display": "mg"}, "route": {"display": "Oral"}, "frequency": {"display": "Daily"}, "asNeeded": true"#,
        "500 mg, Oral, Daily, as needed"
      ),
      (#""dosingInstructions": "Two puffs""#, "Two puffs"), (#""dose": null"#, ""),
      (
        #""dosingInstructions": "2.5 mg slowly, NEVER with midazolam", "asNeeded": true"#,
        "2.5 mg slowly, NEVER with midazolam, as needed"
      ),
    ])
  func aDoseIsSaidAsItWasOrdered(keys: String, dosing: String) throws {
    #expect(try DrugOrder(json(#"{"uuid": "d", \#(Self.noWay), \#(keys)}"#)).dosing == dosing)
  }

  @Test(
    "Medication remarks omit nothing of the instructions",
    arguments: [
      (
        #""dose": 1, "dosingInstructions": "With food", "instructions": "At most 3""#,
        "With food At most 3"
      ),
      (#""dosingInstructions": "Two puffs", "instructions": "At most 3""#, "At most 3"),
      (
        #""dosingInstructions": "Two puffs", "asNeeded": true, "instructions": "At most 3""#,
        "At most 3"
      ),
      (#""dose": 1"#, ""),
    ])
  func nothingOfWhatIsSaidAboutTakingItIsLeftOut(keys: String, remarks: String) throws {
    #expect(try DrugOrder(json(#"{"uuid": "d", \#(Self.noWay), \#(keys)}"#)).remarks == remarks)
  }

  @Test func bahmnisDosingIsReadAndNotShownAsJSON() throws {
    let order = try DrugOrder(
      json(
        #"""
        {"uuid": "d", "dose": null, "doseUnits": {"display": "Tablet(s)"}, "frequency": null,
          "route": {"display": "Oral"}, "dosingInstructions":
          "{\"instructions\":\"Before meals\",\"morningDose\":2,\"afternoonDose\":0,\"eveningDose\":1}"}
        """#))
    #expect(order.dosing == "2-0-1 Tablet(s), Oral")
    #expect(order.remarks == "Before meals")
    let other = try DrugOrder(json(#"{"uuid": "d", \#(Self.noWay), "dosingInstructions": "{7"}"#))
    #expect(other.dosing == "{7")
  }

  @Test(
    "Medication status follows its dates",
    arguments: [
      ("", DrugOrder.Status.current), (#", "dateStopped": "2026-11-20""#, .stopped),
      (#", "dateActivated": "2026-11-21T12:01:30.000+0000""#, .current),
      (#", "dateStopped": "2026-11-21T12:01:30.000+0000""#, .stopped),
      (#", "autoExpireDate": "2026-11-21T23:59:59.000+0200""#, .current),
      (#", "autoExpireDate": "2026-11-20T23:59:59.000+0200""#, .over),
      (#", "urgency": "ON_SCHEDULED_DATE", "scheduledDate": "2026-11-21T00:00:00-0800""#, .current),
      (#", "autoExpireDate": "2026-11-22""#, .current),
      (#", "autoExpireDate": "2026-11-21""#, .current),
      (#", "autoExpireDate": "2026-11-20""#, .over),
      (
        #", "dateActivated": "2026-11-20", "urgency": "ON_SCHEDULED_DATE", "scheduledDate": "2026-12-12""#,
        .future
      ),
      (#", "dateActivated": "2026-11-20", "scheduledDate": "2026-12-12""#, .current),
    ])
  func anOrderIsCurrentFromItsDayOnUntilItIsStoppedOrRunsOut(
    keys: String, status: DrugOrder.Status
  ) throws {
    let now = try #require(Timestamp(iso: "2026-11-21T12:00:00Z"))
    let order = try DrugOrder(json(#"{"uuid": "d"\#(keys)}"#))
    #expect(order.status(at: now, in: .utc) == status)
  }

  @Test("Medication day without a time is equal in every zone", arguments: [-11, 0, 3, 14])
  func aScheduledDayIsThatDayInEveryTimeZone(hours: Int) throws {
    let zone = Zone { _ in (hours * 3600, "") }
    let order = try DrugOrder(
      json(
        #"""
        {"uuid": "d", "urgency": "ON_SCHEDULED_DATE", "scheduledDate": "2026-12-10T00:00:00.000+0300",
          "autoExpireDate": "2026-12-14T23:59:59.000+0300"}
        """#))
    #expect(order.started?.text(in: zone) == "2026-12-10")
    #expect(order.ended?.text(in: zone) == "2026-12-14")
  }

  @Test("Visit without an end or with a future one is active") func aVisitWithoutAnEndGoesOn()
    throws
  {
    let now = try #require(Timestamp(iso: "2026-11-21T12:00:00Z"))
    #expect(try Visit(json(#"{"uuid": "v", "stopDatetime": null}"#)).isActive(at: now, in: .utc))
    #expect(
      try Visit(json(#"{"uuid": "v", "stopDatetime": "2026-11-22"}"#)).isActive(at: now, in: .utc))
    let ended = try Visit(json(#"{"uuid": "v", "stopDatetime": "2015-02-24T06:08:25.000+0200"}"#))
    #expect(!ended.isActive(at: now, in: .utc))
    #expect(ended.end?.text(in: .utc) == "2015-02-24 04:08")
  }
}
