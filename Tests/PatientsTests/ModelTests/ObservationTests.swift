import Reprise
import Testing

@testable import Patients

@Suite struct ObservationTests {
  private func observation(_ keys: String) throws -> Observation {
    try Observation(json(#"{"uuid": "o", \#(keys)}"#))
  }

  @Test(arguments: [
    (#""value": 63.0"#, "63"), (#""value": 36.6, "concept": {"units": "°C"}"#, "36.6 °C"),
    (#""value": "a note""#, "a note"),
    (#""value": "2026-12-04T09:00:00.000+0000""#, "2026-12-04 09:00"),
    (#""value": "2026-12-04""#, "2026-12-04"),
    (#""value": {"uuid": "c", "display": "Negative"}"#, "Negative"),
    (#""value": {"display": "raw file", "links": {}}"#, "file (not shown)"),
    (#""value": {"uuid": "another", "display": "False"}"#, "no"),
    (#""value": 12345678"#, "12,345,678"), (#""value": -12345.5"#, "-12,345.5"),
    (#""value": 9999"#, "9999"), (#""value": 37.1, "concept": {"units": "DEG C"}"#, "37.1 °C"),
    (#""value": true"#, "yes"), (#""value": false"#, "no"), (#""value": null"#, "no value"),
    (#""value": []"#, "no value"), (#""value": {}"#, "no value"), (#""value": """#, "no value"),
    (#""value": 1e999"#, "no value"), (#""value": 1e308"#, "1e+308"),
  ])
  func aValueOfEveryKindIsSaid(keys: String, words: String) throws {
    #expect(try observation(keys).words(in: .utc) == words)
  }

  @Test func aGroupHasItsMembersAndLosesOnlyTheBadOnes() throws {
    let group = try observation(
      #""value": null, "groupMembers": [{"uuid": "a", "value": 1}, 7, {"uuid": "b", "voided": true}]"#
    )
    guard case .group(let members) = group.value else {
      Issue.record("\(group.value) is no group")
      return
    }
    #expect(members.map(\.id.text) == ["a"])
    #expect(group.words(in: .utc) == nil)
  }

  @Test(arguments: [
    (250.0, Interpretation.aboveCritical), (180, .aboveCritical), (179.9, .above), (120.1, .above),
    (120, nil), (90, nil), (89.9, .below), (60, .belowCritical),
  ])
  func aNumberIsComparedWithTheLimitsAndNeverCalledNormal(
    value: Double, interpretation: Interpretation?
  ) throws {
    let limits = #""lowNormal": 90, "hiNormal": 120, "lowCritical": 60, "hiCritical": 180"#
    let found = try observation(#""value": \#(value), "concept": {\#(limits)}"#).interpretation()
    #expect(found == interpretation)
  }

  @Test func whatTheServerSaysCountsMoreThanTheLimits() throws {
    let keys = #""value": 300, "interpretation": "LOW", "concept": {"hiNormal": 120}"#
    #expect(try observation(keys).interpretation() == .stated(.low))
    #expect(try observation(#""value": 3"#).interpretation() == nil)
  }

  @Test(arguments: [
    ("CRITICALLY_HIGH", "▲ critically high"), ("low", "▼ low"), ("NORMAL", ""),
    ("ABNORMAL", "● abnormal"), ("VERY_ODD", "● very odd"),
  ])
  func aFlagIsMarkAndWord(code: String, flag: String) {
    #expect(Interpretation(code)?.flag == flag)
  }

  @Test func anEncounterLosesOnlyWhatCannotBeRead() throws {
    let encounter = try Encounter(
      json(#"{"uuid": "e", "obs": [{"uuid": "a", "value": 1}, {"value": 2}, {"uuid": "a"}, 3]}"#))
    #expect(encounter.observations.count == 1)
    #expect(encounter.skipped.map(\.index) == [1, 2, 3])
  }
}
