public import DataSources
public import Foundation
public import Networking
import Synchronization

/// A server without a socket that responds from a closure and records the requests. It replaces a
/// real server below a `Connection`.
///
/// ```swift
/// let server = ScriptedTransport { request, number in
///   number == 0 ? .status(503) : .status(200, #"[{"id": 1}]"#)
/// }
/// let connection = Connection(to: address, over: server, now: { 0 })
/// ```
///
/// It suspends only if its script does. To test TLS or timing, use a ``TestServer``.
public final class ScriptedTransport: HTTPTransport {
  /// Returns the response to a request, numbered from 0, or `nil` for the fallback.
  public typealias Script =
    nonisolated(nonsending) @Sendable (
      _ request: HTTPRequest, _ number: Int
    ) async throws -> ScriptedResponse?

  private struct State {
    var requests: [HTTPRequest] = []
    var checkCount = 0
    var forgetCount = 0
  }

  private let state = Mutex(State())
  private let others: (any HTTPTransport)?
  private let trustError: HTTPError?
  private let script: Script

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - others: The server for requests for which the script returns `nil`. Without one, these get
  ///     status 500.
  ///   - trustError: The trust failure that `check` throws, or `nil` for a trusted server.
  ///   - script: Returns the responses.
  public init(
    over others: (any HTTPTransport)? = nil, trustError: HTTPError? = nil,
    _ script: @escaping Script
  ) {
    self.others = others
    self.trustError = trustError
    self.script = script
  }

  /// Creates a server that returns these responses in order, and then status 500.
  ///
  ///     ScriptedTransport(.status(401), .status(200, "[]"))
  public convenience init(_ responses: ScriptedResponse...) {
    self.init { _, number in number < responses.count ? responses[number] : nil }
  }

  /// The requests so far.
  public var requests: [HTTPRequest] { state.withLock(\.requests) }
  /// The paths and queries of the requests so far: "/resources/users/6".
  public var resources: [String] { requests.map(\.resource) }
  /// The number of checks of the server's trust without sending a request.
  public var checkCount: Int { state.withLock(\.checkCount) }
  /// The number of times that cookies were cleared.
  public var forgetCount: Int { state.withLock(\.forgetCount) }

  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
    if let response = try await script(request, number) {
      return try response.response(to: request)
    }
    guard let others else { return try ScriptedResponse.status(500).response(to: request) }
    return try await others.send(request)
  }

  public nonisolated(nonsending) func check(_ url: URL) async throws {
    state.withLock { $0.checkCount += 1 }
    if let trustError { throw trustError }
  }

  public nonisolated(nonsending) func forgetCookies() async {
    state.withLock { $0.forgetCount += 1 }
  }
}

extension HTTPRequest {
  /// The path and query of the request: "/resources/users/6". Empty if not recordable.
  public var resource: String { ResourceURI(of: url)?.text ?? "" }
}

/// A response of a ``ScriptedTransport``.
public enum ScriptedResponse: Sendable {
  /// A response with a body. By default, a body that begins with `<` is HTML and any other is JSON;
  /// an empty `type` omits the header.
  case status(Int, String = "", type: String? = nil, headers: [HTTPHeader] = [])
  /// The request fails with this error.
  case problem(any Error)

  func response(to request: HTTPRequest) throws -> HTTPResponse {
    switch self {
    case .problem(let problem): throw problem
    case .status(let status, let body, let type, let headers):
      let type = type ?? (body.hasPrefix("<") ? "text/html" : "application/json")
      return HTTPResponse(
        status: status,
        headers: (type.isEmpty ? [] : [HTTPHeader("Content-Type", type)]) + headers,
        body: Array(body.utf8), url: request.url)
    }
  }
}

/// A data source that answers from a closure and records requests, for a `SourceChain`.
///
/// ```swift
/// let server = ScriptedSource { question in
///   ServerResponse(.string(question.text), timestamp: 90, location: "")
/// }
/// let chain = SourceChain(server)
/// ```
public final class ScriptedSource: DataSource {
  private let script: @Sendable (DataRequest) throws -> ServerResponse
  private let received = Mutex<[DataRequest]>([])

  /// Creates a source whose results come from `script`.
  public init(_ script: @escaping @Sendable (DataRequest) throws -> ServerResponse) {
    self.script = script
  }

  /// The requests so far.
  public var requests: [DataRequest] { received.withLock { $0 } }

  public nonisolated(nonsending) func response(to request: DataRequest) async throws
    -> ServerResponse
  {
    received.withLock { $0.append(request) }
    return try script(request)
  }
}
