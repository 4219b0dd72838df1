import Foundation
import Reprise
import RepriseTesting
import Synchronization

@testable import Patients

/// The built-in server, which can be reached or can't, and may take its time.
final class ComingAndGoing: HTTPTransport {
  private struct State {
    var isAway = false
    var held: String?
    var forbidden: String?
  }

  /// Where what is kept of it lies, for as long as anybody asks it.
  private let home: TemporaryFolder
  private let server = FixtureServer(data: .builtIn)
  private let state = Mutex(State())

  init(_ home: TemporaryFolder) { self.home = home }

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

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    while let held, request.url.path.hasSuffix("/" + held), !Task.isCancelled {
      await Task.yield()
    }
    if isAway { throw HTTPProblem.unreachable(host: "clinic.example.org", reason: "it is away") }
    if let forbidden, request.url.path.hasSuffix("/" + forbidden) {
      let text = #"{"error": {"message": "[Privileges required: [Get \#(forbidden)]]"}}"#
      return HTTPResponse(
        status: 403, headers: [HTTPHeader("Content-Type", "application/json")],
        body: Array(text.utf8), url: request.url)
    }
    return try await server.send(request)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
