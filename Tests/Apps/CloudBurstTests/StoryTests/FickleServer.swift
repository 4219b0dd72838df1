import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization

@testable import CloudBurst

/// A server that answers as it is told to at the moment, and an operator's screens of it.
@MainActor final class FickleServer {
  let time = TestClock(at: 36_000)
  private let transport = FickleTransport()
  private let viewer: Viewer
  private let makeConnection: () -> Connection
  private let dataStatus: Provenance
  private let origin = Origin.live(Account(server: "https://host.example", user: "cbadmin"))

  /// The number of requests so far.
  var requestCount: Int { transport.requestCount }

  /// - Parameters:
  ///   - exports: Where the viewer exports to; nil for nowhere.
  ///   - passwords: Who knows the password; nobody where it was given already.
  ///   - directory: Where the viewer caches the answers; nil if it doesn't.
  init(
    isPaused: Bool = false, isRecording: Bool = false, passwords: [PasswordSource] = [],
    cachedIn directory: TemporaryDirectory? = nil, exportingTo exports: TemporaryDirectory? = nil
  ) throws {
    viewer = try exports.map { try Viewer.test(directory: $0.path) } ?? Viewer.test()
    guard let address = ServerAddress("https://host.example") else { throw NoAddress() }
    let account = Account(server: "https://host.example", user: "cbadmin")
    makeConnection = { [transport, time] in
      let connection = Connection(
        to: address, as: account.user, over: transport,
        cache: directory.map { ResponseCache(directory: $0.file("answers"), of: account) },
        passwords: passwords, now: time.wallClock.now)
      if passwords.isEmpty { connection.use(Secret("geheim")) }
      return connection
    }
    dataStatus = Provenance(
      .live("host.example"), .notRequested, isPaused: isPaused, isRecording: isRecording)
  }

  /// Makes an appliance as each start of the viewer does: it knows nothing but what is cached in
  /// the folder.
  func appliance() -> Appliance {
    Appliance(origin, provenance: dataStatus, statuses: .attested, connection: makeConnection())
  }

  private struct NoAddress: Error {}

  var answer: FickleTransport.ScreenResult {
    get { transport.answer }
    set { transport.answer = newValue }
  }

  /// What it answers to the question for machines.
  var machines: FickleTransport.ScreenResult {
    get { transport.machines }
    set { transport.machines = newValue }
  }

  func session(
    size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Route> {
    try await TestSession(self.application(), size: size, time: time)
  }

  private func application() -> Application<Route> {
    let appliance = appliance()
    return Application(
      "cloudburst", title: "CloudBurst", root: Route.systems(of: origin)
    ) { [viewer] route in
      switch route {
      case .system(let id, _): systemScreen(id, appliance, viewer)
      case .machines(let id, _): machinesScreen(id, appliance, viewer)
      case .machine(let id, let system, _): machineScreen(id, system, appliance, viewer)
      case .answer(let id, _): rawResponseScreen(id, appliance, viewer)
      case .listAnswer: rawListScreen(appliance, viewer)
      case .machineAnswer(let id, let system, _):
        rawMachineScreen(id, system, appliance, viewer)
      case .password(let account, let isRefused):
        viewer.connections.passwordScreen(for: account, isRefused: isRefused)
      default: systemsScreen(appliance, viewer, ListRequest())
      }
    }
  }
}

/// What a server answers to everything.
final class FickleTransport: HTTPTransport {
  enum ScreenResult: Sendable {
    /// The systems with these ids, made from a pattern of this name; nil for none.
    case systems([Int], pattern: String? = nil)
    /// This text, as JSON.
    static func json(_ text: String) -> ScreenResult { .other(200, text) }
    case other(
      Int, reason: String = "", String, type: String = "application/json", retryAfter: Int? = nil)
    case problem(HTTPError)
  }

  private let state = Mutex(
    (answer: ScreenResult.systems([1, 2, 3]), machines: ScreenResult.json("[]"), count: 0))

  /// The number of requests so far.
  var requestCount: Int { state.withLock { $0.count } }

  var answer: ScreenResult {
    get { state.withLock { $0.answer } }
    set { state.withLock { $0.answer = newValue } }
  }

  var machines: ScreenResult {
    get { state.withLock { $0.machines } }
    set { state.withLock { $0.machines = newValue } }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    state.withLock { $0.count += 1 }
    let asksForMachines = request.url.path.hasSuffix("/virtualMachines")
    switch (answer, asksForMachines) {
    case (.systems, true): return try response(machines, to: request)
    case (let answer, _): return try response(answer, to: request)
    }
  }

  private func response(_ answer: ScreenResult, to request: HTTPRequest) throws -> HTTPResponse {
    switch answer {
    case .problem(let problem): throw problem
    case .other(let status, let reason, let body, let type, let retryAfter):
      return HTTPResponse(
        status: status, reason: reason,
        headers: [HTTPHeader("Content-Type", type)]
          + (retryAfter.map { [HTTPHeader("Retry-After", String($0))] } ?? []),
        body: Array(body.utf8), url: request.url)
    case .systems(let ids, let pattern):
      let link = pattern.map { _ in #", "pattern": "/resources/patterns/0""# } ?? ""
      let all = ids.map { #"{"id": \#($0), "name": "system \#($0)""# + link }
      let path = request.url.path
      if let pattern, path == "/resources/patterns/0" {
        return response(#"{"name": "\#(pattern)"}"#)
      }
      if path == ResourceURI.systemList {
        return response("[" + all.map { $0 + "}" }.joined(separator: ",") + "]")
      }
      guard let place = ids.firstIndex(where: { path == "\(ResourceURI.systemList)/\($0)" }) else {
        return response(#"{"message": "no such system"}"#, status: 404)
      }
      // What the list leaves out.
      return response(all[place] + #", "description": "the whole of it"}"#)
      func response(_ body: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(body.utf8), url: request.url)
      }
    }
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
