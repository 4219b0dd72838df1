import Reprise
import Testing

@testable import Patients

@Suite struct PatientTests {
  @Test("Patient with only an ID can be shown") func aPatientWithNothingButAnIDCanBeShown() throws {
    let patient = try Patient(json(#"{"uuid": "p1"}"#))
    #expect(patient.title == "Unnamed patient")
    #expect(patient.ageText() == "age unknown")
    #expect(patient.birthText == nil)
    #expect(patient.sex.text == "sex unknown")
    #expect(patient.preferredIdentifier == nil)
    #expect(patient.deathText == nil)
    #expect(patient.isDead == nil)
  }

  @Test(
    "Patient without an ID is refused",
    arguments: [
      (#"{}"#, Unreadable.noID), (#"{"uuid": null}"#, .noID),
      (#"{"uuid": [1]}"#, .unusableID("an array")),
      ("7", .notAnObject("a number")),
    ])
  func whatHasNoIDIsRefused(text: String, reason: Unreadable) throws {
    let entry = try json(text)
    #expect(throws: reason) { try Patient(entry) }
  }

  @Test("Patient fields may be of the wrong kind") func everyFieldMayBeOfTheWrongKind() throws {
    let keys = [
      "display", "identifiers", "person", "names", "gender", "age", "birthdate", "dead",
      "deathDate", "causeOfDeath", "preferredName", "preferredAddress", "attributes",
    ]
    for wrong in ["null", "7", "true", "\"x\"", "[]", "[null, 3]", "{}", "[{}]"] {
      for key in keys {
        let patient = try Patient(
          json(#"{"uuid": "p1", "\#(key)": \#(wrong), "person": {"\#(key)": \#(wrong)}}"#))
        #expect(!patient.title.isEmpty)
      }
    }
  }

  /// Sites lay names out as their country does (O3-4606); a display that lacks a part doesn't
  /// count.
  @Test(
    "Patient name is written as the server displays it",
    arguments: [
      (#""display": "王 小明", "givenName": "小明", "familyName": "王""#, "王 小明"),
      (
        #""display": "García López, María", "givenName": "María", "familyName": "García", "familyName2": "López""#,
        "García López, María"
      ),
      (
        #""display": "Ada Byron", "prefix": "Dr.", "givenName": "Ada", "familyName": "Byron", "familyNameSuffix": "Jr""#,
        "Dr. Ada Byron Jr"
      ),
      (
        #""display": "María Ruiz", "givenName": "María", "familyNamePrefix": "de la", "familyName": "Ruiz""#,
        "María de la Ruiz"
      ),
    ])
  func aNameIsWrittenAsTheServerShowsIt(keys: String, title: String) throws {
    let whole = try Patient(
      json(
        #"{"uuid": "p", "person": {"preferredName": {"uuid": "n"}, "names": [{"uuid": "n", \#(keys)}]}}"#
      ))
    #expect(whole.title == title)
  }

  @Test("Patient name in a list is the display of the person")
  func aNameInAListHasThePersonsDisplay() throws {
    let row = try Patient(
      json(
        #"""
        {"uuid": "p", "person": {"display": "王 小明",
          "preferredName": {"uuid": "n", "givenName": "小明", "familyName": "王"}}}
        """#))
    #expect(row.title == "王 小明")
  }

  @Test(
    "Patient age below two years is in days, weeks or months",
    arguments: [
      ("2026-11-20", "0 days", "0 d"), ("2026-11-19", "1 day", "1 d"),
      ("2026-11-06", "2 weeks", "2 wk"), ("2026-08-21", "13 weeks", "13 wk"),
      ("2026-08-20", "3 months", "3 mo"), ("2024-11-21", "23 months", "23 mo"),
      ("2024-11-20", "2 years", "2 y"), ("2027-01-01", "birth date in the future", "? y"),
    ])
  func beforeTheSecondBirthdayAnAgeIsInDaysWeeksOrMonths(
    birthdate: String, words: String, short: String
  ) throws {
    let patient = try Patient(
      json(#"{"uuid": "p", "person": {"age": 2, "birthdate": "\#(birthdate)"}}"#))
    let today = try #require(CalendarDate(iso: "2026-11-20"))
    #expect(patient.ageText(on: today) == words)
    #expect(patient.shortAge(on: today) == short)
    #expect(patient.ageText() == "2 years")
  }

  @Test("Patient birth date is the day as written") func theBirthDateIsTheDayThatIsWritten() throws
  {
    let text = #"""
      {"uuid": "p1", "person": {"age": 83, "birthdate": "1936-12-04T00:00:00.000+0200",
        "birthdateEstimated": true}}
      """#
    let patient = try Patient(json(text))
    #expect(patient.birthText == "born 1936-12-04 (estimated)")
    #expect(patient.ageText() == "83 years")
  }

  @Test(
    "Patient age is shown in years",
    arguments: [
      ("0", "under 1 year"), ("1", "1 year"), ("34", "34 years"), ("null", "age unknown"),
    ])
  func anAgeIsSaidInWords(age: String, words: String) throws {
    #expect(try Patient(json(#"{"uuid": "p", "person": {"age": \#(age)}}"#)).ageText() == words)
  }

  @Test(
    "Patient death has date and cause",
    arguments: [
      (
        #""dead": true, "deathDate": "2024-05-01T03:20:00.000+0000", "causeOfDeath": {"uuid": "c", "display": "Malaria"}"#,
        "died 2024-05-01 of Malaria"
      ),
      (
        #""dead": true, "deathDate": "2024-05-01T03:20:00.000+0000", "deathdateEstimated": true, "causeOfDeathNonCoded": "Old age""#,
        "died 2024-05-01 (estimated) of Old age"
      ),
      (#""dead": true"#, "died, cause unknown"),
      (
        #""dead": true, "causeOfDeathNonCoded": "found dead""#, "died (day unknown): found dead"
      ),
      (#""deathDate": "2024-05-01T03:20:00.000+0000""#, "died 2024-05-01, cause unknown"),
    ])
  func aDeathIsSaidWithDateAndCause(keys: String, words: String) throws {
    let patient = try Patient(json(#"{"uuid": "p", "person": {\#(keys)}}"#))
    #expect(patient.deathText == words)
  }

  @Test("Patient display is shown and not parsed") func theDisplayIsShownAndNeverTakenApart() throws
  {
    let text = #"{"uuid": "p", "display": "100 - A - B", "person": {"display": "A - B"}}"#
    #expect(try Patient(json(text)).title == "A - B")
  }

  @Test("Patient identifiers: preferred first, voided ones omitted")
  func thePreferredIdentifierStandsFirstAndVoidedOnesAreGone() throws {
    let text = #"""
      {"uuid": "p", "identifiers": [{"identifier": "A", "voided": true, "preferred": true},
        {"identifier": "B"}, {"identifier": 42, "preferred": true, "identifierType": {"display": "ID"}}, null]}
      """#
    let patient = try Patient(json(text))
    #expect(patient.identifiers.map(\.text) == ["B", "42"])
    #expect(patient.preferredIdentifier?.title == "ID 42")
  }

  @Test("Patient attributes may be texts, numbers or references")
  func attributesMayBeTextsNumbersOrWhatIsReferredTo() throws {
    func attribute(_ value: String) -> String {
      #"{"attributeType": {"uuid": "t", "display": "L"}, "value": \#(value)}"#
    }
    let values = [#""x""#, "7", #"{"uuid": "u", "display": "Clinic"}"#, "false", "null", "[]"]
    let text = values.map(attribute).joined(separator: ",")
    let patient = try Patient(json(#"{"uuid": "p", "person": {"attributes": [\#(text)]}}"#))
    #expect(patient.attributes.map(\.value) == ["x", "7", "Clinic", "no"])
  }

  @Test("Patient keeps unknown keys in its raw response") func whatThisReleaseDoesNotKnowIsKept()
    throws
  {
    let patient = try Patient(json(#"{"uuid": "p", "new": {"key": [1.50]}}"#))
    #expect(patient.raw["new"]?["key"] == .array([.number("1.50")]))
  }
}
