import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// Vital signs are found by what a server's own dictionary says, whatever the UUIDs of its concepts
/// are.
@MainActor @Suite struct VitalDictionaryTests {
  nonisolated private static let systolic = "a8a65d5a-1350-11df-a1f1-0026b9348838"
  nonisolated private static let diastolic = "a8a65e36-1350-11df-a1f1-0026b9348838"

  /// A mapping of a concept: "CIEL", "5085".
  private static func mapping(_ source: String, _ code: String, _ kind: String) -> String {
    #"""
    {"uuid": "m\#(source)\#(code)", "display": "\#(source): \#(code)",
      "conceptMapType": {"uuid": "k\#(kind)", "display": "\#(kind)"},
      "conceptReferenceTerm": {"uuid": "t\#(source)\#(code)", "code": "\#(code)",
        "conceptSource": {"uuid": "s\#(source)", "display": "\#(source)"}}}
    """#
  }

  private static func clinic(
    _ source: String = "CIEL", _ codes: (String, String) = ("5085", "5086"),
    kind: String = "SAME-AS", as profile: ServerProfile = .o3Release6,
    ofCIELToo: Bool = false
  ) throws -> InventedClinic {
    func concept(_ uuid: String, _ name: String, _ code: String) -> String {
      #"""
      {"uuid": "\#(uuid)", "display": "\#(name)", "units": "mmHg", "hiCritical": 180,
        "mappings": [\#(mapping(source, code, kind))]}
      """#
    }
    let unused =
      ofCIELToo
      ? #", {"uuid": "\#(Sign.concept(5085))", "display": "Systolic", "units": "mmHg"}"# : ""
    return try InventedClinic(
      InventedClinic.patient()
        + #"""
        , "concepts": [\#(concept(systolic, "SYSTOLIC", codes.0)),
            \#(concept(diastolic, "DIASTOLIC", codes.1))\#(unused)],
          "encounters": [{"uuid": "e", "patient": {"uuid": "p"},
            "encounterDatetime": "2026-11-21T11:40:00.000+0000", "obs": [
              {"uuid": "s", "concept": {"uuid": "\#(systolic)"}, "value": 210},
              {"uuid": "d", "concept": {"uuid": "\#(diastolic)"}, "value": 120}]}]
        """#, as: profile)
  }

  @Test(
    "Vital signs: blood pressure is found by its concept mapping",
    arguments: ["SAME-AS, CIEL", "SAME-AS, LOINC", "CIEL's own there too"])
  func aPressureIsFoundByItsMapping(how: String) async throws {
    let clinic =
      how.contains("LOINC")
      ? try Self.clinic("LOINC", ("8480-6", "8462-4"))
      : try Self.clinic(ofCIELToo: how.contains("own"))
    let session = try await clinic.record()
    try session.expect("210/120 mmHg")
    await session.press("4")
    try session.expect("210/120")
    await session.press("t")
    try session.expect("210/120")
    await session.press(.escape, .enter)
    #expect(session.words.contains("210/120 mmHg"))
  }

  /// Releases that don't find concepts by reference are asked for each.
  @Test("Vital signs: an old release is asked for each concept")
  func anOldReleaseIsAskedForEachConcept() async throws {
    let session = try await Self.clinic(as: .refApp213).record()
    try session.expect("210/120 mmHg")
  }

  @Test("Vital signs: a narrower concept is not used") func aNarrowerConceptIsNotTheSign()
    async throws
  {
    let session = try await Self.clinic(kind: "NARROWER-THAN").record()
    try session.expectNo("210/120")
    #expect(session.words.contains(VitalDictionary.unknown))
  }

  @Test("Vital signs of unknown concepts are not reported as none")
  func whereNoVitalSignIsKnownNoneIsDenied() async throws {
    let session = try await Self.clinic("LOCAL").record()
    #expect(session.words.contains(VitalDictionary.unknown))
    try session.expectNo("Vitals, the latest: None")
    await session.press("4")
    #expect(session.words.contains(VitalDictionary.unknown))
    try session.expectNo("No vital signs are recorded.")
    await session.press("t")
    try session.expectNo("No vital signs are recorded.")
  }

  @Test(
    "Vital signs: configured concepts are found",
    arguments: [["systolic": systolic, "diastolic": diastolic], ["systolic": "LOCAL:5085"]])
  func whatConfigurationNamesIsFound(chosen: [String: String]) async throws {
    let clinic = try Self.clinic("LOCAL")
    let demo = try clinic.source.client.services
    let client = OpenMRSClient(
      demo.knowing(ServerKnowledge(root: demo.knowledge.root, chosenVitals: chosen)))
    let vitals = try await client.latestVitalSigns(of: ResourceID("p"))
    let expected = chosen.count == 2 ? "210/120" : "210/–"
    #expect(vitals.latest(.bloodPressure)?.reading.text == expected)
  }

  @Test("Vital signs: invalid configuration is refused with advice")
  func configurationIsReadOrRefusedWithAdvice() throws {
    #expect(try VitalDictionary.chosen(nil).isEmpty)
    #expect(
      try VitalDictionary.chosen(json(#"{"pulse": "CIEL:5087"}"#)) == ["pulse": "CIEL:5087"])
    for wrong in ["[]", #"{"blood": "a"}"#, #"{"pulse": 7}"#, #"{"pulse": "a,b"}"#] {
      #expect(throws: UsageError.self) { try VitalDictionary.chosen(json(wrong)) }
    }
  }

  /// Without the right to see concepts CIEL's own are asked for; that none is found says nothing.
  @Test("Vital signs without the concept privilege use CIEL concepts")
  func aUserWhoMayNotSeeConceptsHasCIELsOwn() async throws {
    var demo = SimulatorTransport(data: .builtIn, for: .lacking("Get Concepts"))
    let known = try await client(demo).latestVitalSigns(of: ResourceID(Invented.grace))
    #expect(known.latest(.bloodPressure) == nil || known.isKnown)
    demo.server = try Self.clinic().server
    let unknown = try await client(demo).latestVitalSigns(of: ResourceID("p"))
    #expect(!unknown.isKnown)
  }
}
