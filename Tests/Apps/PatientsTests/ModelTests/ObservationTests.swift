import Reprise
import Testing

@testable import Patients

@Suite struct ObservationTests {
  private func observation(_ keys: String) throws -> Observation {
    try Observation(json(#"{"uuid": "o", \#(keys)}"#))
  }

  @Test(
    "Observation value of each kind is shown",
    arguments: [
      (#""value": 63.0"#, "63"), (#""value": 1e-07"#, "0.0000001"),
      (#""value": 36.6, "concept": {"units": "°C"}"#, "36.6 °C"),
      (#""value": "a note""#, "a note"),
      (#""value": "2026-12-04T09:00:00.000+0000""#, "2026-12-04 09:00"),
      (#""value": "2026-12-04""#, "2026-12-04"),
      (#""value": "1970-01-01T00:00:00.000+0300""#, "1970-01-01, or the time 00:00"),
      (#""value": "1970-01-01T07:30:00.000+0300""#, "07:30"),
      (#""value": "1900-02-01T07:45:00.000+0227""#, "07:45"),
      (#""value": "1900-02-01T00:00:00.000+0227""#, "00:00"),
      (#""value": "1900-01-01T23:10:00.000-0456""#, "23:10"),
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
    #expect(try observation(keys).text(in: .utc) == words)
  }

  @Test("Observation group loses only its bad members")
  func aGroupHasItsMembersAndLosesOnlyTheBadOnes() throws {
    let group = try observation(
      #""value": null, "groupMembers": [{"uuid": "a", "value": 1}, 7, {"uuid": "b", "voided": true}]"#
    )
    guard case .group(let members) = group.value else {
      Issue.record("\(group.value) is no group")
      return
    }
    #expect(members.map(\.id.text) == ["a"])
    #expect(group.text(in: .utc) == nil)
  }

  @Test(
    "Observation number is compared with limits, never called normal",
    arguments: [
      (250.0, Interpretation.aboveCritical), (180, .aboveCritical), (179.9, .above),
      (120.1, .above),
      (120, nil), (90, nil), (89.9, .below), (60, .belowCritical),
    ])
  func aNumberIsComparedWithTheLimitsAndNeverCalledNormal(
    value: Double, interpretation: Interpretation?
  ) throws {
    let limits = #""lowNormal": 90, "hiNormal": 120, "lowCritical": 60, "hiCritical": 180"#
    let found = try observation(#""value": \#(value), "concept": {\#(limits)}"#).interpretation()
    #expect(found == interpretation)
  }

  /// What is more than something is above whatever that is at or above, and nothing else is known
  /// of it.
  @Test(
    "Observation with a modifier is compared as far as possible",
    arguments: [
      (">", 0.5, Interpretation.above), (">", 4.4, .aboveCritical), (">", 0.4, nil),
      ("<", 0.1, .below), ("<", 0.2, nil), ("<", 4.4, nil), (">", 0.05, nil),
    ])
  func aValueThatIsOnlyALimitIsComparedAsFarAsThatGoes(
    modifier: String, value: Double, interpretation: Interpretation?
  ) throws {
    let limits = #""lowNormal": 0.1, "hiNormal": 0.5, "hiCritical": 4.0"#
    let found = try observation(
      #""value": \#(value), "valueModifier": "\#(modifier)", "concept": {\#(limits)}"#
    ).interpretation()
    #expect(found == interpretation)
  }

  /// Without the right to see concepts the key is missing (3.4.1: 557).
  @Test("Observation without a value key is “not told”, not “no value”")
  func aValueThatIsLeftOutIsNotNone() throws {
    #expect(try observation(#""voided": false"#).text(in: .utc) == "value not told")
    #expect(try observation(#""value": null"#).text(in: .utc) == "no value")
  }

  /// Servers repeat the concept's limits where there is no range for such a patient (543b).
  @Test("Observation range of any age is not that of a child")
  func aRangeThatIsEverybodysIsNotThePatients() throws {
    let limits = #""lowNormal": 12, "hiNormal": 30, "lowCritical": null, "hiCritical": null"#
    let repeated = try observation(
      #""value": 44, "concept": {\#(limits)}, "referenceRange": {\#(limits)}"#)
    #expect(repeated.interpretation(inChild: true) == nil)
    #expect(repeated.range(inChild: true).normalText == "12–30 (any age)")
    // The server says of a grown-up that it holds.
    #expect(repeated.interpretation() == .above)
    #expect(repeated.range().normalText == "12–30")
    let fever = try observation(
      #""value": 38.4, "concept": {"uuid": "\#(Sign.concept(5088))", "hiNormal": 37.5}"#)
    #expect(fever.interpretation(inChild: true) == .above)
    #expect(fever.range(inChild: true).normalText == "up to 37.5 (any age)")
    let own = try observation(
      #""value": 44, "concept": {\#(limits)}, "referenceRange": {"lowNormal": 20, "hiNormal": 40}"#)
    #expect(own.range(inChild: true).isOwn)
    #expect(own.interpretation(inChild: true) == .above)
  }

  @Test("Observations of one test are sorted by time taken")
  func severalOfOneTestStandInTheOrderInWhichTheyWereTaken() throws {
    let taken = ["a": "09:00", "b": "13:00", "c": "05:00"].map { id, time in
      #"{"uuid": "\#(id)", "concept": {"uuid": "glucose", "display": "Glucose"}, "value": 1, "#
        + #""obsDatetime": "2026-11-21T\#(time):00.000+0000"}"#
    }
    let sorted = Observation.list(try json("[\(taken.joined(separator: ","))]")).elements
    #expect(sorted.map(\.id.text) == ["b", "a", "c"])
  }

  @Test(
    "Observation that is not final says so",
    arguments: [("PRELIMINARY", "preliminary"), ("AMENDED", "amended"), ("FINAL", nil)])
  func aResultThatIsNotFinalSaysSo(status: String, dataStatus: String?) throws {
    #expect(try observation(#""value": 1, "status": "\#(status)""#).status == dataStatus)
  }

  @Test("Observation: interpretation of the server before the limits")
  func whatTheServerSaysCountsMoreThanTheLimits() throws {
    let keys = #""value": 300, "interpretation": "CRITICALLY_HIGH", "concept": {"hiNormal": 120}"#
    #expect(try observation(keys).interpretation() == .stated(.criticallyHigh))
    #expect(try observation(#""value": 3"#).interpretation() == nil)
  }

  /// A corrected value keeps the interpretation before (TRUNK-6442).
  @Test(
    "Observation shows an interpretation that contradicts the value",
    arguments: [
      (210, "NORMAL", "normal, but above critical limit", Role.bad),
      (130, "NORMAL", "normal, but above range", .warning),
      (130, "CRITICALLY_LOW", "critically low, but above range", .bad),
      (190, "HIGH", "high, but above critical limit", .bad),
      (300, "NORMAL", "normal, but beyond absolute limit", .bad),
      (110, "CRITICALLY_HIGH", "critically high, but within range", .bad),
      (110, "NORMAL", "normal", nil), (190, "CRITICALLY_HIGH", "critically high", .bad),
    ])
  func aWordThatContradictsTheValueIsShownBesideWhatTheValueSays(
    value: Int, stated: String, words: String, role: Role?
  ) throws {
    let limits = #""lowNormal": 90, "hiNormal": 120, "hiCritical": 180, "hiAbsolute": 250"#
    let found = try observation(
      #""value": \#(value), "interpretation": "\#(stated)", "referenceRange": {\#(limits)}"#
    ).interpretation()
    #expect(found?.text == words)
    #expect(found?.mark?.role == role)
  }

  @Test(
    "Observation flag has a mark and a word",
    arguments: [
      ("CRITICALLY_HIGH", "▲ critically high"), ("low", "▼ low"), ("NORMAL", ""),
      ("ABNORMAL", "● abnormal"), ("VERY_ODD", "● very odd"),
    ])
  func aFlagIsMarkAndWord(code: String, flag: String) {
    #expect(Interpretation(code)?.flag == flag)
  }

  @Test("Encounter loses only observations that are unreadable")
  func anEncounterLosesOnlyWhatCannotBeRead() throws {
    let encounter = try Encounter(
      json(#"{"uuid": "e", "obs": [{"uuid": "a", "value": 1}, {"value": 2}, {"uuid": "a"}, 3]}"#))
    #expect(encounter.observations.count == 1)
    #expect(encounter.skipped.map(\.index) == [1, 2, 3])
  }
}
