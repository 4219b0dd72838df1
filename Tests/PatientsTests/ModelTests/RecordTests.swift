import Reprise
import Testing

@testable import Patients

@Suite struct RecordTests {
  @Test(arguments: [
    (
      #""allergen": {"codedAllergen": {"uuid": "c", "display": "Penicillin"}}, "severity": {"display": "Severe"}"#,
      "Penicillin (severe)"
    ),
    (#""allergen": {"codedAllergen": {"display": "Other"}, "nonCodedAllergen": "Dust"}"#, "Dust"),
    (#""display": "Nuts""#, "Nuts"), (#""severity": 3"#, "an allergen without a name"),
  ])
  func anAllergyHasAName(keys: String, title: String) throws {
    #expect(try Allergy(json(#"{"uuid": "a", \#(keys)}"#)).title == title)
  }

  @Test func noneRecordedIsNotTheSameAsNotKnown() {
    let words = [
      KnownAllergies.noneKnown, .unasked, .awaited, .forbidden, .noModule, .unreadable,
      .recorded([]),
    ].map(\.words)
    #expect(Set(words).count == words.count)
    #expect(words[0] == "no known allergies")
    #expect(words[1] == "? allergy status unknown")
  }

  @Test func theMostSevereAllergyComesFirstAndTheirNumberBeforeIt() throws {
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
      KnownAllergies(list).words
        == "✕ 4 allergies: Nuts (severe), Latex, Eggs (moderate), Dust (mild)")
  }

  @Test(arguments: [
    (
      #""dose": 500, "doseUnits": {"display": "mg"}, "route": {"display": "Oral"}, "frequency": {"display": "Daily"}, "asNeeded": true"#,
      "500 mg, Oral, Daily, as needed"
    ),
    (#""dosingInstructions": "Two puffs""#, "Two puffs"), (#""dose": null"#, ""),
  ])
  func aDoseIsSaidAsItWasOrdered(keys: String, dosing: String) throws {
    #expect(try DrugOrder(json(#"{"uuid": "d", \#(keys)}"#)).dosing == dosing)
  }

  @Test(arguments: [
    (
      #""dose": 1, "dosingInstructions": "With food", "instructions": "At most 3""#,
      "With food At most 3"
    ),
    (#""dosingInstructions": "Two puffs", "instructions": "At most 3""#, "At most 3"),
    (#""dose": 1"#, ""),
  ])
  func nothingOfWhatIsSaidAboutTakingItIsLeftOut(keys: String, remarks: String) throws {
    #expect(try DrugOrder(json(#"{"uuid": "d", \#(keys)}"#)).remarks == remarks)
  }

  @Test(arguments: [
    ("", DrugOrder.Status.current), (#", "dateStopped": "2026-11-20""#, .stopped),
    (#", "autoExpireDate": "2026-11-22""#, .current),
    (#", "autoExpireDate": "2026-11-21""#, .over),
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
    #expect(order.status(at: now) == status)
  }

  @Test func aVisitWithoutAnEndGoesOn() throws {
    let now = try #require(Timestamp(iso: "2026-11-21T12:00:00Z"))
    #expect(try Visit(json(#"{"uuid": "v", "stopDatetime": null}"#)).isActive(at: now))
    #expect(try Visit(json(#"{"uuid": "v", "stopDatetime": "2026-11-22"}"#)).isActive(at: now))
    let ended = try Visit(json(#"{"uuid": "v", "stopDatetime": "2015-02-24T06:08:25.000+0200"}"#))
    #expect(!ended.isActive(at: now))
    #expect(ended.stop?.minute(in: .utc) == "2015-02-24 04:08")
  }

  @Test func theBodyMassIndexIsComputedOfOneTime() throws {
    func taken(
      _ id: String, _ values: [Int: Double], weighedIn unit: String = "kg"
    ) throws -> [Observation] {
      try values.map { concept, value in
        let units = concept == 5090 ? "cm" : unit
        return try Observation(
          json(
            #"{"uuid": "\#(id)-\#(concept)", "concept": {"uuid": "\#(Sign.concept(concept))", "units": "\#(units)"}, "#
              + #""value": \#(value), "obsDatetime": "2026-0\#(id)-01", "encounter": {"uuid": "e\#(id)"}}"#
          ))
      }
    }
    let vitals = VitalSigns(
      try taken("1", [5089: 61.5, 5090: 164]) + taken("2", [5089: 70])
        + taken("3", [5090: 0, 5089: 9]) + taken("4", [5089: 120, 5090: 160], weighedIn: "lb"),
      ranges: [])
    #expect(vitals.latest(.bodyMassIndex)?.reading.words == "22.9 kg/m²")
    #expect(vitals.latest(.bodyMassIndex)?.taking.encounter?.text == "e1")
    #expect(vitals.latest(.weight)?.reading.words == "120 lb")
    #expect(vitals.signs == [.weight, .height, .bodyMassIndex])
  }

  @Test func ofABloodPressureTheWorseValueIsSaid() {
    let reading = VitalSigns.Reading(
      values: [118, nil], texts: ["118", nil], units: "mmHg",
      interpretations: [.stated(.high), .stated(.criticallyLow)], ranges: [],
      sign: .bloodPressure)
    #expect(reading.text == "118/–")
    #expect(reading.flag == "▼ critically low")
  }
}
