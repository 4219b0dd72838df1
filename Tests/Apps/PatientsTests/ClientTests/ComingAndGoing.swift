import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization

@testable import OpenMRSSimulator
@testable import Patients

/// The simulator, which can be reached or can't, and may take its time.
final class ComingAndGoing: HTTPTransport {
  private struct State {
    var isAway = false
    var held: String?
    var forbidden: String?
    var gateway: Int?
    var failing: String?
    var emptied: String?
    var damaged: (service: String, all: Bool)?
    var asked: [String] = []
  }

  /// Where what is kept of it lies, for as long as anybody asks it.
  private let home: TemporaryDirectory
  private let server = SimulatorTransport(data: .builtIn)
  private let state = Mutex(State())

  init(_ home: TemporaryDirectory) { self.home = home }

  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }

  /// The service whose answers are held back: "order".
  var held: String? {
    get { state.withLock { $0.held } }
    set { state.withLock { $0.held = newValue } }
  }

  /// The service that this user may not ask for: "allergy".
  var forbidden: String? {
    get { state.withLock { $0.forbidden } }
    set { state.withLock { $0.forbidden = newValue } }
  }

  /// The status with which a gateway says that it doesn't reach the server; nil if it does.
  var gateway: Int? {
    get { state.withLock { $0.gateway } }
    set { state.withLock { $0.gateway = newValue } }
  }

  /// The service that says a Java exception with 200: "condition".
  var failing: String? {
    get { state.withLock { $0.failing } }
    set { state.withLock { $0.failing = newValue } }
  }

  /// The service whose lists are empty for now: "allergy".
  var emptied: String? {
    get { state.withLock { $0.emptied } }
    set { state.withLock { $0.emptied = newValue } }
  }

  /// The service in whose lists the first entry has no id, or none has one: "allergy".
  var damaged: (service: String, all: Bool)? {
    get { state.withLock { $0.damaged } }
    set { state.withLock { $0.damaged = newValue } }
  }

  /// The paths that were asked for, also in vain.
  var asked: [String] { state.withLock { $0.asked } }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await waitUntil("\(request.url.path) is answered") {
      held.map { !request.url.path.hasSuffix("/" + $0) } ?? true
    }
    state.withLock { $0.asked.append(request.url.path) }
    if let gateway {
      return HTTPResponse(
        status: gateway, headers: [HTTPHeader("Content-Type", "text/html")],
        body: Array("<html><head><title>\(gateway) Bad Gateway</title></head></html>".utf8),
        url: request.url)
    }
    if let failing, request.url.path.hasSuffix("/" + failing) {
      let reply = ServerReply.exceptionWith200("No adapter for handler")
      return HTTPResponse(
        status: reply.status, headers: reply.headers, body: reply.body, url: request.url)
    }
    if let emptied, request.url.path.hasSuffix("/" + emptied) {
      return HTTPResponse(
        status: 200, headers: [HTTPHeader("Content-Type", "application/json")],
        body: Array(#"{"results": []}"#.utf8), url: request.url)
    }
    if isAway { throw HTTPError.unreachable(host: "clinic.example.org", reason: "it is away") }
    if let forbidden, request.url.path.hasSuffix("/" + forbidden) {
      let text = #"{"error": {"message": "[Privileges required: [Get \#(forbidden)]]"}}"#
      return HTTPResponse(
        status: 403, headers: [HTTPHeader("Content-Type", "application/json")],
        body: Array(text.utf8), url: request.url)
    }
    guard let damaged, request.url.path.hasSuffix("/" + damaged.service) else {
      return try await server.send(request)
    }
    var whole = request
    // That nothing has changed since would be no list.
    whole.headers.removeAll { $0.name == "If-None-Match" }
    let response = try await server.send(whole)
    var list = try JSON(response.body)
    list["results"] = .array(
      (list["results"]?.array ?? []).enumerated().map { place, entry in
        var entry = entry
        if place == 0 || damaged.all { entry["uuid"] = .null }
        return entry
      })
    return HTTPResponse(
      status: response.status, headers: response.headers, body: list.bytes, url: response.url)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
