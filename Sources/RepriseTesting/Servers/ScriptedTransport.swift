public import Foundation
public import Networking
import Synchronization

/// A server that follows a test's script, without a socket, and notes what it was asked: the twin of a real one below a `Connection`.
///
/// ```swift
/// let server = ScriptedTransport { request, number in
///   number == 0 ? .status(503) : .status(200, #"[{"id": 1}]"#)
/// }
/// let connection = Connection(to: address, over: server, now: { 0 })
/// ```
///
/// It suspends only where its script does. What depends on TLS, on pieces or on time, a ``TestServer`` shows.
public final class ScriptedTransport: HTTPTransport {
  /// Returns the answer to a request, whose number is counted from 0; nil leaves it to the other server.
  public typealias Script =
    nonisolated(nonsending) @Sendable (
      _ request: HTTPRequest, _ number: Int
    ) async throws -> ScriptedResponse?

  private struct State {
    var requests: [HTTPRequest] = []
    var checkCount = 0
    var timesForgotten = 0
  }

  private let state = Mutex(State())
  private let others: (any HTTPTransport)?
  private let distrust: HTTPError?
  private let script: Script

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - others: The server that answers where the script returns nil; without one that is a 500.
  ///   - distrust: The problem that speaks against sending anything; nil for a server that is trusted.
  ///   - script: Returns the answers.
  public init(
    over others: (any HTTPTransport)? = nil, distrust: HTTPError? = nil,
    _ script: @escaping Script
  ) {
    self.others = others
    self.distrust = distrust
    self.script = script
  }

  /// Creates a server that gives these answers, one after the other, and then a 500.
  ///
  ///     ScriptedTransport(.status(401), .status(200, "[]"))
  public convenience init(_ answers: ScriptedResponse...) {
    self.init { _, number in number < answers.count ? answers[number] : nil }
  }

  /// The requests so far.
  public var requests: [HTTPRequest] { state.withLock(\.requests) }
  /// The paths and queries of the requests so far: "/resources/users/6".
  public var resources: [String] { requests.map(\.resource) }
  /// The number of times that the server was looked at and sent nothing.
  public var checkCount: Int { state.withLock(\.checkCount) }
  /// The number of times that its cookies were forgotten.
  public var timesForgotten: Int { state.withLock(\.timesForgotten) }

  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
    if let answer = try await script(request, number) { return try answer.response(to: request) }
    guard let others else { return try ScriptedResponse.status(500).response(to: request) }
    return try await others.send(request)
  }

  public nonisolated(nonsending) func check(_ url: URL) async throws {
    state.withLock { $0.checkCount += 1 }
    if let distrust { throw distrust }
  }

  public nonisolated(nonsending) func forgetCookies() async {
    state.withLock { $0.timesForgotten += 1 }
  }
}

extension HTTPRequest {
  /// The path and query that are asked for: "/resources/users/6"; empty for those that no recording could have.
  public var resource: String { ResourceURI(of: url)?.text ?? "" }
}
