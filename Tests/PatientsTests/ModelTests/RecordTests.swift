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
    #expect(Allergies.recorded([]).words == "no allergies recorded")
    #expect(Allergies.unknown("why").words == "? allergies not known: why")
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
    ("", true), (#", "dateStopped": "2026-11-20""#, false),
    (#", "autoExpireDate": "2026-11-22""#, true),
    (#", "autoExpireDate": "2026-11-21""#, false),
  ])
  func anOrderIsCurrentUntilItIsStoppedOrRunsOut(keys: String, isCurrent: Bool) throws {
    let now = try #require(Timestamp(iso: "2026-11-21T12:00:00Z"))
    let order = try DrugOrder(json(#"{"uuid": "d"\#(keys)}"#))
    #expect(order.isCurrent(at: now) == isCurrent)
  }

  @Test func aVisitWithoutAnEndGoesOn() throws {
    #expect(try Visit(json(#"{"uuid": "v", "stopDatetime": null}"#)).isActive)
    let ended = try Visit(json(#"{"uuid": "v", "stopDatetime": "2015-02-24T06:08:25.000+0200"}"#))
    #expect(!ended.isActive)
    #expect(ended.stop?.minute(in: .utc) == "2015-02-24 04:08")
  }

  @Test func theBodyMassIndexIsComputedOfOneTime() throws {
    func taking(_ id: String, _ values: [Int: Double]) -> String {
      let observations = values.sorted { $0.key < $1.key }.map { concept, value in
        #"{"uuid": "\#(id)-\#(concept)", "concept": {"uuid": "\#(Sign.concept(concept))"}, "value": \#(value)}"#
      }
      return
        #"{"uuid": "\#(id)", "encounterDatetime": "2026-0\#(id)-01", "obs": [\#(observations.joined(separator: ","))]}"#
    }
    let encounters = [
      taking("1", [5089: 61.5, 5090: 164]), taking("2", [5089: 70]),
      taking("3", [5090: 0, 5089: 9]),
    ]
    let answer = try json(#"{"results": [\#(encounters.joined(separator: ","))]}"#)
    let page = ResultPage(try RawPage(answer, start: 0, limit: 100)) { entry throws(Unreadable) in
      try Encounter(entry)
    }
    let vitals = VitalSigns(page, ranges: [])
    #expect(vitals.latest(.bodyMassIndex)?.reading.text == "22.9")
    #expect(vitals.latest(.bodyMassIndex)?.taking.id.text == "1")
    #expect(vitals.latest(.weight)?.taking.id.text == "3")
    #expect(vitals.signs == [.weight, .height, .bodyMassIndex])
  }

  @Test func ofABloodPressureTheWorseValueIsSaid() {
    let reading = VitalSigns.Reading(
      values: [118, nil], interpretations: [.high, .criticallyLow], sign: .bloodPressure)
    #expect(reading.text == "118/–")
    #expect(reading.flag == "▼ critically low")
  }
}
