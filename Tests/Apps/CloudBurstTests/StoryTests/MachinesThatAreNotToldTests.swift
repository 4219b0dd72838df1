import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// A server that answers for its systems, and not for their machines: what was known of them stays,
/// and the badge says why.
@MainActor @Suite struct MachinesThatAreNotToldTests {
  nonisolated private static let place = "https://host.example/virtualMachines"
  nonisolated private static let two =
    FickleTransport.ScreenResult.json(#"[{"id": 1, "name": "web-1"}, {"id": 2, "name": "web-2"}]"#)

  struct Failure: CustomTestStringConvertible, Sendable {
    let answer: FickleTransport.ScreenResult
    let word: String
    let sentence: String
    var testDescription: String { word }

    nonisolated static let all = [
      Failure(
        answer: .other(500, reason: "Internal Server Error", "", type: "text/plain"),
        word: "ERROR", sentence: "500 Internal Server Error"),
      Failure(
        answer: .problem(.cutShort(place)), word: "BAD ANSWER",
        sentence: "Connection closed mid-response"),
      Failure(
        answer: .problem(.refused(host: "host.example")), word: "OFFLINE",
        sentence: "Connection refused: host.example."),
      Failure(answer: .other(403, ""), word: "NO ACCESS", sentence: "403 Forbidden"),
      Failure(answer: .json("{}"), word: "BAD ANSWER", sentence: "an object, not a list"),
    ]
  }

  private func status(_ session: TestSession<Route>) -> String {
    session.frame.text(ofRow: session.frame.size.rows - 1)
  }

  /// A server with two machines in each system, and the first system open.
  private func opened(_ keys: Key...) async throws -> (FickleServer, TestSession<Route>) {
    let server = try FickleServer()
    server.machines = Self.two
    let session = try await server.session(size: Size(rows: 24, columns: 100))
    await session.press(.enter)
    for key in keys { await session.press(key) }
    return (server, session)
  }

  @Test("CloudBurst machine list keeps its rows if the server fails", arguments: Failure.all)
  func theListKeepsWhatWasThere(_ failure: Failure) async throws {
    let (server, session) = try await opened("m", "j")
    try session.expect("LIVE host.example")
    server.machines = failure.answer
    await session.pass(seconds: 30)
    try session.expect("\(failure.word) 10:00 · host.example")
    #expect(status(session).contains(failure.sentence), "\(status(session))")
    try session.expect("web-1")
    #expect(session.selectedText?.contains("web-2") == true)
    // It is told once; and a person who asks sees it above the rows.
    await session.press("k", "j")
    await session.pass(seconds: 30)
    #expect(!status(session).contains(failure.sentence))
    await session.press("r")
    try session.expect("✕ Refresh failed")
    try session.expect("web-1")
    try session.expectNo("LIVE")
    server.machines = Self.two
    await session.pass(seconds: 30)
    try session.expect("LIVE host.example")
    try session.expectNo("deleted")
    try session.expectNo("new")
    #expect(session.selectedText?.contains("web-2") == true)
    await session.press("!")
    try session.expectNo("deleted")
  }

  @Test("CloudBurst machine list: refresh marks only changes") func aRefreshMarksOnlyWhatChanged()
    async throws
  {
    let (server, session) = try await opened("m")
    await session.pass(seconds: 30)
    await session.press("r")
    #expect(status(session).contains("Refreshed."))
    server.machines = .json(#"[{"id": 1, "name": "web-1"}]"#)
    server.time.pass(seconds: 5)
    await session.press("r")
    #expect(status(session).contains("Refreshed; 1 deleted: web-2 deleted"))
  }

  @Test("CloudBurst system keeps its machines if they fail to load")
  func theSystemKeepsThemAndGoesOnItself() async throws {
    let (server, session) = try await opened()
    server.machines = .other(500, reason: "Internal Server Error", "", type: "text/plain")
    await session.pass(seconds: 30)
    try session.expect("ERROR 10:00 · host.example")
    try session.expect("web-2")
    server.answer = .systems([2])
    await session.pass(seconds: 30)
    try session.expect("DELETED 10:00 · host.example")
  }

  @Test(
    "CloudBurst machine and its raw response stay on failure",
    arguments: [[.tab, .tab, .enter], [.tab, .tab, .enter, "y"]] as [[Key]])
  func oneMachineAndItsAnswerStay(keys: [Key]) async throws {
    let (server, session) = try await opened()
    for key in keys { await session.press(key) }
    try session.expect("web-1")
    server.machines = .other(500, reason: "Internal Server Error", "", type: "text/plain")
    await session.press("r")
    try session.expect("web-1")
    try session.expect("ERROR 10:00 · host.example")
    try session.expect("500 Internal Server Error")
    try session.expectNo("No machine data.")
  }

  @Test("CloudBurst machines never loaded show the failure")
  func whereNoneWereKnownTheFailureStandsInTheirPlace() async throws {
    let server = try FickleServer()
    server.machines = .other(500, reason: "Internal Server Error", "", type: "text/plain")
    let session = try await server.session()
    await session.press(.enter)
    try session.expect("ERROR 10:00 · host.example")
    try session.expect("the whole of it")
    await session.press("m")
    try session.expect("✕ Loading failed")
    try session.expect("ERROR")
    server.machines = Self.two
    await session.pass(seconds: 30)
    try session.expect("LIVE host.example")
    try session.expect("web-1")
    try session.expectNo("new")
  }

  @Test("CloudBurst machines forbidden leave the system LIVE", arguments: [403, 404])
  func whoMayNotSeeThemSeesTheSystemLive(status: Int) async throws {
    let server = try FickleServer()
    server.machines = .other(status, "")
    let session = try await server.session()
    await session.press(.enter)
    for _ in 0..<2 {
      try session.expect("LIVE host.example")
      try session.expect("No machine data.")
      await session.pass(seconds: 30)
    }
    await session.press("m")
    try session.expect("LIVE host.example")
    try session.expect("No machine data.")
  }

  @Test("CloudBurst machine list without data resumes offline")
  func theListWithoutThemComesBackThoughTheServerIsGone() async throws {
    let server = try FickleServer(cachedIn: TemporaryDirectory())
    server.machines = .other(403, "")
    let session = try await server.session()
    await session.press(.enter, "m")
    try session.expect("LIVE host.example")
    let before = session.frame
    server.answer = .problem(.refused(host: "host.example"))
    try await session.killAndRelaunch()
    try session.expect("OFFLINE 10:00 · host.example")
    try session.expectNo("Loading failed")
    for row in 1..<22 { #expect(session.frame.text(ofRow: row) == before.text(ofRow: row)) }
    // Machines that may be seen now aren't new ones.
    server.answer = .systems([1, 2, 3])
    server.machines = Self.two
    await session.pass(seconds: 30)
    try session.expect("web-1")
    try session.expectNo("2 new")
  }

  @Test("CloudBurst machine list: reordered keys are no change") func theOrderOfKeysIsNoChange()
    async throws
  {
    let (server, session) = try await opened("m")
    server.machines = .json(#"[{"name": "web-1", "id": 1}, {"name": "web-2", "id": 2}]"#)
    await session.pass(seconds: 30)
    try session.expect("LIVE host.example")
    try session.expectNo("changed")
    await session.press("r")
    #expect(status(session).contains("Refreshed."))
  }

  @Test("CloudBurst machine table keeps columns for missing values")
  func whatAMachineLacksLeavesItsPlaceEmpty() async throws {
    let server = try FickleServer()
    server.machines = .json(
      #"[{"id": 1, "name": "web-1", "nics": [{"ip_hostname": null, "ip_address": "10.20.0.1"}]},"#
        + #"{"id": 2, "name": "web-2", "cpucount": 2, "nics": [{"ip_hostname": "host2", "#
        + #""ip_address": "10.20.0.2"}, {"type": "public", "ip_hostname": "host3"}]}]"#)
    let session = try await server.session(size: Size(rows: 24, columns: 100))
    await session.press(.enter)
    func column(_ text: String) throws -> Int {
      let line = try #require(
        (0..<24).map { session.frame.text(ofRow: $0) }.first { $0.contains(text) })
      return try #require(line.firstRange(of: text)).lowerBound.utf16Offset(in: line)
    }
    #expect(try column("10.20.0.1") == column("10.20.0.2"))
    await session.press(.tab, .tab, .tab, .enter)
    try session.expect("› web-2")
    #expect(try column("host2") == column("host3"))
  }

  /// Each step of a refresh, those that are overtaken too.
  @Test("CloudBurst refresh shows machines in each of its steps")
  func noStepOfARefreshIsWithoutThem() async throws {
    let server = try FickleServer()
    server.machines = Self.two
    let appliance = server.appliance()
    try await appliance.detail(ResourceID("1"), .timer) { _, _ in }
    var steps: [(Int?, Provenance.DataStatus)] = []
    for loadReason in [.timer, .userRefresh] as [LoadReason] {
      try await appliance.detail(ResourceID("1"), loadReason) {
        steps.append(($0.machines?.count, $1.dataStatus))
      }
    }
    #expect(!steps.isEmpty)
    #expect(steps.allSatisfy { $0.0 == 2 && $0.1 == .current })
  }

  @Test("CloudBurst detail without machines yet is not called LIVE")
  func theFirstStepWithoutThemIsNotCalledLive() async throws {
    let server = try FickleServer()
    server.machines = Self.two
    var steps: [(Int?, Provenance.DataStatus)] = []
    try await server.appliance().detail(ResourceID("1"), .appear) {
      steps.append(($0.machines?.count, $1.dataStatus))
    }
    #expect(steps.first.map { $0.0 == nil && $0.1 == .awaited } == true)
    #expect(steps.last.map { $0.0 == 2 && $0.1 == .current } == true)
  }

  @Test("CloudBurst detail-only fields are not marked as changed")
  func whatOnlyTheDetailHasIsNotMarkedAsChanged() async throws {
    let server = try FickleServer()
    server.machines = Self.two
    let session = try await server.session()
    server.time.pass(seconds: 10)
    await session.press(.enter)
    try session.expect("the whole of it")
    try session.expect("web-1")
    try session.expectNo("•")
    // What changes later is.
    server.machines = .json(#"[{"id": 1, "name": "web-1"}, {"id": 2, "name": "web-9"}]"#)
    await session.pass(seconds: 30)
    try session.expect("•")
  }
}
