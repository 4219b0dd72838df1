import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// A server that answers when it likes, whether or not anybody still waits.
private final class LateServer: HTTPTransport {
  private let server: SimulatorTransport
  private let state = Mutex((held: Set<String>(), waiting: 0))

  init(_ data: RecordStore) { server = SimulatorTransport(data: data) }

  /// Holds back all answers to what names a text.
  func hold(_ text: String) { state.withLock { _ = $0.held.insert(text) } }

  func release() { state.withLock { $0.held = [] } }

  /// How many answers are held back.
  var waiting: Int { state.withLock { $0.waiting } }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let url = request.url.absoluteString
    if isHeld(url) {
      state.withLock { $0.waiting += 1 }
      defer { state.withLock { $0.waiting -= 1 } }
      // In a task of its own: giving up the question spares nobody its answer.
      try await Task { try await waitUntil("an answer is released") { !isHeld(url) } }.value
    }
    let reply = server.server.reply(
      to: ServerRequest(url, headers: request.headers), for: server.user)
    return HTTPResponse(
      status: reply.status, headers: reply.headers, body: reply.body, url: request.url)
  }

  private func isHeld(_ url: String) -> Bool {
    state.withLock { $0.held.contains { url.contains($0) } }
  }

  nonisolated(nonsending) func forgetCookies() async {}
}

/// Two of one name, sex and birthday: what tells them apart is always seen, and an answer about one
/// is never shown of the other.
@MainActor @Suite(.timeLimit(.minutes(5))) struct NobodyElsesRecordTests {
  private static func twin(_ number: Int) -> String {
    let id = "twin-\(number)"
    return """
      {"type": "patient", "uuid": "\(id)", "display": "770\(number) - Amani Pacha", "identifiers":
        [{"uuid": "\(id)-i", "identifier": "770\(number)", "preferred": true}],
        "person": {"uuid": "\(id)", "display": "Amani Pacha", "gender": "M", "age": 20,
          "birthdate": "2006-05-05T00:00:00.000+0000", "dead": false, "preferredName":
          {"uuid": "\(id)-n", "display": "Amani Pacha", "givenName": "Amani", "familyName": "Pacha"}}},
      {"type": "allergy", "uuid": "\(id)-a", "patient": {"uuid": "\(id)"}, "display": "Allergen \(number)",
        "allergen": {"allergenType": "OTHER", "nonCodedAllergen": "Allergen \(number)"}},
      {"type": "condition", "uuid": "\(id)-c", "patient": {"uuid": "\(id)"},
        "condition": {"nonCoded": "Condition \(number)"}, "clinicalStatus": "ACTIVE"},
      {"type": "order", "uuid": "\(id)-o", "action": "NEW", "patient": {"uuid": "\(id)"},
        "drugNonCoded": "Medicine \(number)", "dateActivated": "2026-11-01T09:00:00.000+0000"},
      {"type": "encounter", "uuid": "\(id)-e", "display": "Note \(number)",
        "encounterDatetime": "2026-11-0\(number)T09:00:00.000+0000", "patient": {"uuid": "\(id)"},
        "encounterType": {"uuid": "\(id)-t", "display": "Note \(number)"}}
      """
  }

  private static func server() throws -> LateServer {
    LateServer(try .builtIn(and: "[\(twin(1)), \(twin(2))]"))
  }

  private func session(
    _ server: LateServer, size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Route> {
    let session = try await TestSession(
      Viewer(unplugged: .unplugged(over: server)).application, size: size)
    await session.press(.enter)
    await session.type("pacha")
    return session
  }

  @Test(
    "Patients of equal names show their identifier when opened",
    arguments: [
      Size(rows: 24, columns: 80), Size(rows: 12, columns: 40), Size(rows: 50, columns: 160),
    ])
  func whichOfTheTwoItIsIsSeenBeforeAndAfterOpening(size: Size) async throws {
    let session = try await session(try Self.server(), size: size)
    for number in 1...2 {
      try session.expect("770\(number)")
      await session.press(.enter)
      try session.expect("770\(number)")
      try session.expect("Allergen \(number)")
      try session.expectNo("770\(3 - number)")
      await session.press(.escape, .down)
    }
  }

  private static let titles: [Character: String] = [
    "1": "Summary", "3": "Encounters", "5": "Allergies", "6": "Conditions", "7": "Medications",
  ]

  @Test(
    "Late response about one patient is not shown for another",
    arguments: ["1", "3", "5", "6", "7"] as [Character])
  func whatIsAnsweredLateOfOneIsNotShownOfTheOther(section: Character) async throws {
    let server = try Self.server()
    let session = try await session(server)
    server.hold("twin-1")
    // Nothing ends before the late answers come, so no key can be waited for.
    async let first: Void = session.press(.enter)
    try await waitUntil("an answer is held back") { server.waiting > 0 }
    async let other: Void = session.press(.character(section))
    try await session.wait(for: "\(Self.titles[section] ?? "")]")
    async let back: Void = session.press(.escape)
    try await session.wait(for: "2 patients")
    async let down: Void = session.press(.down)
    try await waitUntil("the other is selected") {
      session.selectedText?.contains("7702") == true
    }
    async let second: Void = session.press(.enter)
    try await session.wait(for: "Allergen 2")
    async let same: Void = session.press(.character(section))
    try await session.wait(for: "\(Self.titles[section] ?? "")]")
    server.release()
    _ = await (first, other, back, down, second, same)
    await session.press("?", .escape)
    try session.expect("7702")
    for words in ["7701", "Allergen 1", "Condition 1", "Medicine 1", "Note 1"] {
      try session.expectNo(words)
    }
    #expect(session.frame.text.contains(/(Allergen|Condition|Medicine|Note) 2/))
  }

  /// A proxy may have mixed up lists as well.
  @Test(
    "OpenMRS list about another patient is refused",
    arguments: [
      "patient": #""allergen": {"nonCodedAllergen": "Latex"}, "patient": {"uuid": "twin-2"}"#,
      "person": #""value": 68, "person": {"uuid": "twin-2"}"#,
    ])
  func aListAboutSomebodyElseIsRefused(key: String, entry: String) async throws {
    let list = #"{"results": [{"uuid": "x", \#(entry)}]}"#
    let twin = ResourceID("twin-1")
    for ask in Self.lists {
      // The release is asked for first by some.
      let server = ScriptedTransport.demo { request, _ in
        request.resource.contains("twin-1") ? .status(200, list) : nil
      }
      await #expect(throws: OpenMRSError.wrongObject("patient")) {
        try await ask(try client(server), twin)
      }
    }
  }

  private static let lists: [@Sendable (OpenMRSClient, ResourceID) async throws -> Void] = [
    { _ = try await $0.allergies(of: $1) }, { _ = try await $0.conditions(of: $1) },
    { _ = try await $0.drugOrders(of: $1) }, { _ = try await $0.programs(of: $1) },
    { _ = try await $0.visits(of: $1) }, { _ = try await $0.activeVisits(of: $1) },
    { _ = try await $0.encounters(of: $1, start: 0, limit: 50) },
    { _ = try await $0.latestVitalSigns(of: $1) },
  ]

}
