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

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    while let held, request.url.path.hasSuffix("/" + held), !Task.isCancelled {
      await Task.yield()
    }
    if isAway { throw HTTPProblem.unreachable(host: "clinic.example.org", reason: "it is away") }
    return try await server.send(request)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
