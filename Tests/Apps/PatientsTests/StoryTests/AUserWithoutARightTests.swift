import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// Servers since REST 3.3 leave out with its key what a user may not see, and break off a list at
/// it. Nothing of that is "none", "alive" or "normal".
@MainActor @Suite struct AUserWithoutARightTests {
  private func source(without rights: [String]) -> RecordSource {
    var source = RecordSource.unplugged(zone: .utc)
    let user = ServerUser(name: "limited", missing: Set(rights))
    source.client = OpenMRSClient(
      over: SimulatorTransport(data: .builtIn, as: .newest, for: user), at: .recorded)
    return source
  }

  private func session(
    without rights: String..., size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Route> {
    try await TestSession(Viewer(unplugged: source(without: rights)).application, size: size)
  }

  @Test("patients without the person privilege marks nobody as alive")
  func nobodyIsCalledAliveOfWhomThatIsNotTold() async throws {
    let session = try await session(without: "Get People")
    await session.press(.enter)
    await session.type("samuel")
    #expect(session.selectedText?.hasPrefix("? ") == true)
    try session.expect("Samuel Kiprotich")
    await session.press(.enter)
    try session.expect("? whether alive is not told")
    try session.expect("sex, age and birth date not told")
    try session.expectNo("Unnamed")
  }

  @Test("patients without the concept privilege: severity is “not told”")
  func aSeverityThatIsNotToldIsNotUnknown() async throws {
    let session = try await session(without: "Get Concepts")
    await session.open("grace")
    try session.expect("✕ 3 allergies: ")
    try session.expect("(severity not told)")
    await session.press("5")
    try session.expect("not told")
    try session.expect("reaction not told")
    try session.expectNo("unknown")
  }

  @Test("patients without the concept privilege: unit is “not told”")
  func aDoseWithoutItsUnitSaysSo() async throws {
    let session = try await session(without: "Get Concepts", size: Size(rows: 24, columns: 160))
    await session.open("grace")
    await session.press("7")
    try session.expect("2 (unit not told)")
    await session.press("8")
    try session.expect("state not told")
  }

  @Test("patients without the concept privilege: name is “not told”")
  func aValueWithoutItsQuestionIsNotNamed() async throws {
    let session = try await session(without: "Get Concepts")
    await session.open("grace")
    await session.press("3", .enter)
    try session.expect("Observation (name not told)")
  }

  @Test("patients without the provider privilege: provider is “not told”")
  func whoseProviderIsNotToldHasNoIDInTheirPlace() async throws {
    let session = try await session(without: "Get Providers")
    await session.open("grace")
    await session.press("3", .enter)
    #expect(session.words.contains("By not told"))
  }

  @Test("patients without the observation privilege omits that part")
  func anAnswerThatBreaksOffIsAskedForWithoutThatPart() async throws {
    let session = try await session(without: "Get Observations")
    await session.open("grace")
    await session.press("3", .enter)
    #expect(session.words.contains("Not shown, as you may not see them: observations."))
    try session.expect("Place")
    try session.expectNo("No observations are recorded.")
    try session.expect("Grace Akinyi Odhiambo")
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    for text in ["{", "resourceVersion", "SimpleObject"] { try session.expectNo(text) }
  }

  @Test("patients without the encounter privilege: visit says so")
  func aVisitWhoseEncountersAreForbiddenSaysSo() async throws {
    let session = try await session(without: "Get Encounters")
    await session.open("grace")
    await session.press("2", .enter)
    #expect(session.words.contains("the answer breaks off at “encounters”"))
    try session.expectNo("No encounters are recorded.")
    for text in ["{", "resourceVersion"] { try session.expectNo(text) }
  }

  @Test(
    "patients forbidden section is not reported as empty",
    arguments: [
      ("Get Allergies", "allergies", "5"), ("Get Conditions", "conditions", "6"),
      ("Get Orders", "medications", "7"), ("Get Patient Programs", "programs", "8"),
    ])
  func aForbiddenSectionIsNotEmpty(right: String, name: String, key: Character) async throws {
    let session = try await session(without: right)
    await session.open("grace")
    await session.press(Key.character(key))
    #expect(session.words.contains("403 Forbidden: missing privilege “\(right)”."))
    try session.expectNo("No \(name) are recorded")
    try session.expectNo("no known allergies")
  }

  @Test(
    "patients saves a record without the forbidden parts",
    arguments: [
      ("Get Observations", "Get Observations"), ("Get Encounters", "Get Encounters"),
      ("Get Orders", "Get Orders"),
      ("Get Allergies", "Get Allergies"), ("Get Concepts", "Get Concepts"),
      ("Get People", ""), ("Get Providers", ""),
    ])
  func aRecordIsSavedWithoutWhatMayNotBeSeenAndSaysSo(
    right: String, words: String
  ) async throws {
    let id = ResourceID(Invented.grace)
    let copy = try await source(without: [right]).client.complete(id, at: 7) { _, _ in }
    #expect(words.isEmpty ? copy.entry.missing == "" : copy.entry.missing.contains(words))
    #expect(!copy.entry.missing.contains("(500)"))
    // What may be seen is there.
    let encounters = copy.responses.keys.count { $0.hasPrefix("encounter/") }
    #expect(encounters > 0 || right == "Get Encounters")
    #expect(copy.responses.keys.contains { $0.hasPrefix("visit/") })
    #expect(copy.responses.contains { $0.key.hasPrefix("condition?") && $0.value.isAnswered })
  }
}

extension StoredResponse {
  fileprivate var isAnswered: Bool {
    if case .received = self { true } else { false }
  }
}
