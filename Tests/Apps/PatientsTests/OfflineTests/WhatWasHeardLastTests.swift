import Accounts
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Patients

/// A saved copy stands in for the server, and never in front of what was heard after it was made.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct WhatWasHeardLastTests {
  private nonisolated static let grace = "a0000001-0000-4000-8000-000000001eef"
  private nonisolated static let asthma = TestResponse.json(
    """
    {"results": [{"uuid": "d1000005-0000-4000-8000-000000009aab", "display": "Asthma", \
    "patient": {"uuid": "\(grace)"}, "condition": {"nonCoded": "Asthma"}, "clinicalStatus": "ACTIVE"}]}
    """)

  /// A clinic where Grace was saved at noon, and her record is open.
  private func saved() async throws -> (Clinic, TestSession<Route>) {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    try session.expect("1 of 1 saved")
    await session.press(.escape)
    return (clinic, session)
  }

  @Test("patients: a cut response leaves data newer than the copy")
  func anAnswerThatBreaksOffLeavesWhatWasHeardAfterTheCopyWasMade() async throws {
    let (clinic, session) = try await saved()
    await session.press("6")
    try session.expectNo("Asthma")
    clinic.faults.change("condition") { $0 = Self.asthma }
    await session.pass(seconds: 600)
    await session.press("r")
    try session.expect("Asthma")
    clinic.faults.change("condition") { $0 = Self.asthma.with { $0.cut = .beforeByte(40) } }
    await session.pass(seconds: 600)
    await session.press("r")
    try session.expect("Asthma")
    try session.expect("BAD ANSWER 12:10")
    try session.expect("Connection closed mid-response")
    try session.expectNo("Refreshed")
    try session.expectNo("gone: Asthma")
    try await clinic.goAway()
    let relaunched = try await clinic.relaunched(session.store)
    try relaunched.expect("Asthma")
  }

  /// Where Grace was saved and is searched for again, the server finds whom `found` says.
  private func searchText(
    finding found: String, after seconds: Int = 600
  ) async throws -> TestSession<Route> {
    let (clinic, session) = try await saved()
    await session.press(.escape)
    clinic.faults.change("patient") {
      $0 = .json(#"{"results": [\#(found)], "totalCount": \#(found.isEmpty ? 0 : 1)}"#)
    }
    await session.pass(seconds: seconds)
    await session.press(.control("r"))
    try session.expect("LIVE 127.0.0.1")
    return session
  }

  /// In the second case the clock was ahead when the copy was made.
  @Test("patients search shows that a saved patient has died since", arguments: [600, -3_600])
  func whoHasDiedSinceTheCopyWasMadeIsFoundDead(seconds: Int) async throws {
    let session = try await searchText(
      finding: #"""
        {"uuid": "\#(Self.grace)", "identifiers": [{"uuid": "i", "identifier": "1000F3"}],
          "person": {"display": "Grace Odhiambo-Mboya", "gender": "F", "birthdate": "1992-03-14",
            "dead": true, "deathDate": "2026-11-20"}}
        """#, after: seconds)
    #expect(session.selectedText?.hasPrefix("•✕ Grace Odhiambo-Mboya") == true)
    try session.expect("died 34")
    try session.expectNo("34 y")
    // There still is a copy, and one patient.
    #expect(session.selectedText?.hasSuffix("2026-11-21") == true)
    try session.expect("1 patient")
  }

  @Test("patients search marks a patient found in the copy only")
  func whoIsOnlyInTheCopyIsSaidToBe() async throws {
    let session = try await searchText(finding: "")
    #expect(session.selectedText?.hasPrefix("•! Grace Akinyi") == true)
    try session.expect("1 as saved: not found by the server.")
    try session.expect("1 patient")
    await session.send(.resize(Size(rows: 10, columns: 40)))
    #expect(session.words.contains("F 34 y as saved 2026-11-21"))
  }

  /// It would stand before everything that is heard until that day.
  @Test("patients copy with a timestamp in the future is not the latest")
  func aCopyThatWasMadeWhileTheClockWasAheadIsNotTheLatest() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    let client = try nurse.viewer().source.client
    let grace = ResourceID(Self.grace)
    _ = try await client.allergies(of: grace)
    let copy = try await client.complete(grace, at: KeepingNurse.now) { _, _ in }
    let ahead = copy.responses.mapValues { answer in
      guard case .received(let json, _) = answer else { return answer }
      return StoredResponse.received(json, timestamp: KeepingNurse.now + 86_400)
    }
    try await nurse.viewer().records?.saved.save(SavedCopy(copy.entry, responses: ahead))
    var kept = try #require(client.sources.cache)
    kept.subject = grace
    let question = try #require(ahead.keys.first { $0.contains("/allergy") })
    let page = DataRequest.Page(start: 0, limit: 100)
    let answer = try await kept.response(to: DataRequest(question, page: page, about: grace))
    #expect(answer.timestamp == KeepingNurse.now)
  }

  @Test("patients cache that cannot be written is reported")
  func aCacheThatCannotBeWrittenIsToldAndHidesNothing() async throws {
    let nurse = try await KeepingNurse(keeping: [])
    try nurse.closeCache()
    let session = try await TestSession(
      nurse.application(.find), time: TestClock(at: KeepingNurse.now))
    await session.type("grace")
    await session.press(.enter, "6")
    try session.expect("LIVE clinic.example.org")
    try session.expect("Shown, but not cached: ")
  }

  @Test("patients saved copy names its missing parts") func whatACopyLacksIsSaidWhereItWouldStand()
    async throws
  {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    clinic.faults.change("order") { $0 = TestResponse(status: 500, reason: "No") }
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    #expect(session.words.contains("without medications (500)"))
    await session.press(.escape)
    #expect(session.words.contains("saved 2026-11-21 12:00, without medications (500)"))
    await session.press(.escape, .escape, .escape)
    try session.expect("1 patient, 1 incomplete")
    await session.press("j", "j", .enter)
    try session.expect("1 incomplete.")
    #expect(session.words.contains("The copy is without medications (500)."))
    try await clinic.goAway()
    let relaunched = try await clinic.relaunched(InMemorySnapshotStore())
    await relaunched.press("j", "j", .enter, .enter)
    await relaunched.press("7")
    #expect(relaunched.words.contains("Not in the saved copy: 500 from the server"))
    await relaunched.press("1", .end)
    #expect(relaunched.words.contains("Not in the saved copy: 500 from the server"))
    try relaunched.expectNo("None recorded")
  }

  @Test(
    "patients: an unreadable section affects only itself in the copy",
    arguments: [
      TestResponse.json(#"{"results": []}"#).with { $0.cut = .beforeByte(5) },
      .json(#"{"cause": null, "stackTrace": [{"methodName": "x"}], "message": "boom"}"#),
      .html("<title>Portal</title>"),
    ])
  func aSectionThatCannotBeReadCostsTheCopyThatSectionAlone(answer: TestResponse) async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    clinic.faults.change("condition") { $0 = answer }
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    try session.expect("1 of 1 saved")
    #expect(session.words.contains("without conditions"))
  }

  @Test("patients saving repeats a response that was cut once")
  func anAnswerThatBreaksOffOnceIsAskedForOnceMore() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in [Key].open("grace") { await session.press(key) }
    clinic.faults.change("condition", times: 1) { $0.cut = .beforeByte(40) }
    await session.press("o")
    try session.expect("1 of 1 saved")
    #expect(!session.words.contains("without"))
  }

  @Test("patients behind a failing gateway retries until it recovers")
  func aGatewayInPlaceOfTheServerIsAskedAgainUntilTheServerIsBack() async throws {
    let (clinic, session) = try await saved()
    await session.press("6")
    let body = session.body
    clinic.faults.change("condition") { $0 = .html("<title>502</title>", status: 502) }
    await session.press("r")
    #expect(session.words.contains("OFFLINE 12:00"))
    #expect(session.words.contains("The server is unavailable: 502 Bad Gateway."))
    clinic.faults.end()
    await session.pass(seconds: 15)
    try session.expect("LIVE 127.0.0.1")
    #expect(session.body == body)
  }

  @Test("patients section shows the age of its oldest part")
  func whatStandsAboveASectionIsNotAsNewAsTheSection() async throws {
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in [Key].open("grace") { await session.press(key) }
    try session.expect("LIVE 127.0.0.1")
    await session.pass(seconds: 600)
    await session.press("2")
    try session.expectNo("LIVE")
    try session.expect("AS OF 12:00")
  }
}
