import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// Nobody is taken for somebody else, for alive or for free of allergies, on a small screen either.
@MainActor @Suite(.cheapKeys) struct WhoItIsTests {
  private static let small = Size(rows: 10, columns: 40)

  private static let allergies = #"""
    , "allergies": [
      {"uuid": "a1", "patient": {"uuid": "p"}, "allergen": {"nonCodedAllergen": "Latex"}},
      {"uuid": "a2", "patient": {"uuid": "p"}, "allergen": {"nonCodedAllergen": "Penicillin"},
        "severity": {"uuid": "1500AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "display": "Severe"}}]
    """#

  @Test(
    "Patient banner in a small window has allergies, age and ID",
    arguments: [
      (#""voided": true,"#, #""dead": true, "deathDate": "2026-01-02T00:00:00.000+0000","#),
      (#""voided": true,"#, #""dead": null,"#), ("", #""dead": null,"#),
      ("", #""dead": true, "causeOfDeathNonCoded": "a long illness that has many words","#),
      (
        "",
        #""dead": null, "display": "Maximiliana-Theodora Philippina Augusta Wolkenstein-Habichtsburg","#
      ),
    ])
  func allergiesAgeSexAndNumberStayInTheSmallestBanner(keys: String, person: String) async throws {
    let session = try await InventedClinic(
      InventedClinic.patient(keys, person: person) + Self.allergies
    ).record(size: Self.small)
    try session.expect("✕ 2 allergies, 1 severe: Penicillin")
    #expect(session.frame.text.contains(/(F 36 y|F \? y|F 36 y\?|female|F died)/))
    try session.expect("1990-01-01")
    #expect(session.frame.text.contains(" 1 "))
  }

  @Test("Patients with equal data are distinguished in 40 columns")
  func twinsAreToldApartAtFortyColumns() async throws {
    let twins = (1...20).map { number in
      #"""
      {"uuid": "t\#(number)", "identifiers": [
          {"uuid": "i\#(number)", "identifier": "10\#(number)X1", "preferred": true},
          {"uuid": "j\#(number)", "identifier": "OLD-\#(number)", "preferred": false}],
        "person": {"uuid": "t\#(number)", "display": "Pacha Mary", "gender": "F", "dead": false,
          "birthdate": "1996-02-01"}}
      """#
    }
    let clinic = try InventedClinic(#""patients": [\#(twins.joined(separator: ","))]"#)
    let session = try await clinic.session(size: Self.small)
    await session.press(.enter)
    await session.type("pacha")
    try session.expect("101X1")
    try session.expect("102X1")
    try session.expect("101X1 · born 1996-02-01")
    await session.press(.escape)
    await session.type("old-7")
    try session.expect("107X1 (OLD-7) · born 1996-02-01")
  }

  @Test("Patient not known to be alive is marked in the list")
  func whoIsNotKnownToLiveIsMarkedInTheList() async throws {
    let clinic = try InventedClinic(
      InventedClinic.patient(person: #""dead": null,"#))
    let session = try await clinic.session()
    await session.press(.enter)
    await session.type("ada")
    #expect(session.selectedText?.hasPrefix("? Ada Test") == true)
    try session.expect("36 y?")
  }

  @Test("Patient without a person has its display as name")
  func aPatientWhosePersonIsLeftOutHasTheNameOfTheirDisplay() throws {
    let patient = try Patient(json(#"{"uuid": "p", "display": "1000X1 - Zawadi Mwamba"}"#))
    #expect(patient.title == "1000X1 - Zawadi Mwamba")
    #expect(PatientRow(patient, on: nil).mark == Mark("?", .unknown))
  }

  @Test("Active visits mark a dead patient") func theDeadAreMarkedAmongThoseWhoAreHere()
    async throws
  {
    let clinic = try InventedClinic(
      InventedClinic.patient(
        person: #""dead": true, "deathDate": "2026-01-02T00:00:00.000+0000","#)
          + #"""
          , "visits": [{"uuid": "v", "patient": {"uuid": "p"}, "visitType": {"uuid": "t", "display": "Facility Visit"},
            "startDatetime": "2026-01-01T08:00:00.000+0000"}]
          """#)
    let session = try await clinic.session()
    await session.press("j", .enter)
    #expect(session.selectedText?.hasPrefix("✕ Ada Test") == true)
    try session.expect("died 36")
  }

  /// Without its unit an age in months reads as one in years.
  @Test("Age at death is never cut in its column") func anAgeAtDeathIsNeverCut() throws {
    let json = try json(
      #"{"uuid": "p", "person": {"birthdate": "2024-01-01", "dead": true, "deathDate": "2025-12-20"}}"#
    )
    let age = PatientRow(try Patient(json), on: nil).age
    #expect(age == "died 23 mo")
    func budget(_ columns: [Column<some Any>], _ id: String) -> ColumnWidth? {
      columns.first { $0.id == id }?.width
    }
    #expect(budget(PatientRow.columns, "age") == .fixed(age.count))
    #expect(budget(PatientRow.foundColumns, "age") == .fixed(age.count))
    #expect(budget(SavedRow.columns("SAVED"), "age") == .fixed(age.count))
    #expect(budget(VisitRow.activeColumns, "person") == .fixed("F \(age)".count))
  }

  @Test("Merged patient says so in list and details")
  func aMergedRecordSaysSoInWordsInListAndDetails() async throws {
    let patient = try Patient(
      json(
        #"{"uuid": "p", "voided": true, "person": {"display": "Ada", "age": 30, "dead": false}}"#))
    #expect(PatientRow(patient, on: nil).age == "merged")
    #expect(Detail(patient, on: nil).plain.contains("✕ deleted, or merged into another"))
  }

  /// The server shows nothing of what was voided with the person, whatever there was.
  @Test("Deleted patient record does not report sections as none")
  func ofADeletedRecordNothingIsSaidToBeNone() async throws {
    let session = try await InventedClinic(
      InventedClinic.patient(#""voided": true,"#, person: "")
    ).record()
    try session.expect("Not shown: deleted with the record.")
    try session.expectNo("None recorded.")
  }

  @Test("Patient name in a list has prefix and suffix")
  func aPrefixAndASuffixArePartOfTheNameInAList() async throws {
    let name =
      #""preferredName": {"uuid": "n", "prefix": "Prof.", "givenName": "Ada", "familyName": "Test", "familyNameSuffix": "Jr"},"#
    let session = try await InventedClinic(InventedClinic.patient(person: name)).session()
    await session.press(.enter)
    await session.type("ada")
    try session.expect("Prof. Ada Test Jr")
  }

  @Test("Allergy that is unreadable is counted") func anAllergyThatCannotBeReadCounts() throws {
    let entries = Entries([try json(#"{"uuid": "a", "display": "Latex"}"#), try json("7")]) {
      entry throws(Unreadable) in try Allergy(entry)
    }
    let known = KnownAllergies(AllergyList(status: .recorded, entries: entries))
    #expect(known.text == "✕ 2 allergies, 1 not readable: Latex (severity not told)")
  }

  @Test("Search total at the server limit says or more")
  func whereServersStopCountingThereMayBeMore() async throws {
    let clinic = try InventedClinic(InventedClinic.patient())
    let server = ScriptedTransport.demo(clinic.server.data) { request, _ in
      guard request.resource.contains("/patient?") else { return nil }
      return .status(
        200, #"{"results": [{"uuid": "p", "display": "1 - Ada"}], "totalCount": 1000}"#)
    }
    let session = try await TestSession(
      Viewer(unplugged: clinic.source(over: server)).application)
    await session.press(.enter)
    await session.type("ada")
    try session.expect("1,000 or more patients; type more letters.")
    try session.expectNo("1,000 patients")
    try session.expectNo("of 1,000")
  }

  @Test("Allergies with a 404 response are unknown, not a missing module")
  func allergiesOfWhomNobodyAskedAreNoMissingModule() async throws {
    let clinic = try InventedClinic(InventedClinic.patient())
    let server = ScriptedTransport.demo(clinic.server.data) { request, _ in
      request.resource.contains("/allergy?") || request.resource.contains("/order?")
        ? .status(404, #"{"error": {"message": "Object with given uuid doesn't exist"}}"#) : nil
    }
    let session = try await TestSession(
      Application(
        "patients", title: "Patients", root: Route.patient(id: ResourceID("p")),
        screen: Viewer(unplugged: clinic.source(over: server)).screen))
    try session.expect("? allergy status unknown")
    await session.press("5")
    try session.expect("Allergy status unknown: no answer is recorded.")
    await session.press("7")
    try session.expectNo("module is missing")
  }
}
