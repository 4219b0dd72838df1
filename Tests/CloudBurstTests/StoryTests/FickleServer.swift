import Foundation
import Reprise
import RepriseTesting
import Synchronization

@testable import CloudBurst

/// A server that answers as it is told to at the moment, and an operator's screens of it.
@MainActor final class FickleServer {
  let time = ManualTime(at: 36_000)
  private let transport = FickleTransport()
  private let viewer: Viewer
  private let appliance: Appliance
  private let origin = Origin.live(Account(server: "https://host.example", user: "cbadmin"))

  init(isPaused: Bool = false, isRecording: Bool = false) throws {
    viewer = try Viewer.test()
    guard let address = ServerAddress("https://host.example") else { throw NoAddress() }
    let connection = Connection(
      to: address, as: "cbadmin", over: transport, now: time.timekeeper.now)
    connection.use(Secret("geheim"))
    appliance = Appliance(
      origin,
      provenance: Provenance(
        .live("host.example"), .unasked, isPaused: isPaused, isRecording: isRecording),
      statuses: .attested, connection: connection)
  }

  private struct NoAddress: Error {}

  var answer: FickleTransport.Answer {
    get { transport.answer }
    set { transport.answer = newValue }
  }

  func session(
    size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Route> {
    let application = Application(
      "cloudburst", title: "CloudBurst", root: Route.systems(of: origin)
    ) { [viewer, appliance] route in
      if case .system(let id, _) = route { return systemScreen(id, appliance, viewer) }
      return systemsScreen(appliance, viewer, ListRequest())
    }
    return try await TestSession(application, size: size, time: time)
  }
}

/// What a server answers to everything.
final class FickleTransport: HTTPTransport {
  enum Answer: Sendable {
    /// The systems with these ids.
    case systems([Int])
    case other(Int, reason: String = "", String, type: String = "application/json")
    case problem(HTTPProblem)
  }

  private let state = Mutex(Answer.systems([1, 2, 3]))

  var answer: Answer {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch answer {
    case .problem(let problem): throw problem
    case .other(let status, let reason, let body, let type):
      return HTTPResponse(
        status: status, reason: reason, headers: [HTTPHeader("Content-Type", type)],
        body: Array(body.utf8), url: request.url)
    case .systems(let ids):
      let all = ids.map { "{\"id\": \($0), \"name\": \"system \($0)\"}" }
      let path = request.url.path
      if path == ResourceURI.systemList { return response("[" + all.joined(separator: ",") + "]") }
      if path.hasSuffix("/virtualMachines") { return response("[]") }
      guard let place = ids.firstIndex(where: { path == "\(ResourceURI.systemList)/\($0)" }) else {
        return response(#"{"message": "no such system"}"#, status: 404)
      }
      return response(all[place])
      func response(_ body: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(body.utf8), url: request.url)
      }
    }
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
