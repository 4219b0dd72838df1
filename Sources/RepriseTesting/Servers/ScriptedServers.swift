public import DataSources
public import Foundation
public import Networking
import Synchronization

/// A simulated server that returns the responses of a closure and records the requests. It uses no
/// network socket. In a test, it replaces the real server of a `Connection`.
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
  /// A function that returns the response to a request. `number` counts the requests from 0. If it
  /// returns `nil`, the fallback server responds, or status 500 is returned.
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

  /// Creates a server that responds from a closure.
  ///
  /// - Parameters:
  ///   - others: The fallback server, for requests for which the script returns `nil`. Without one,
  ///     these requests get status 500.
  ///   - trustError: The trust failure that `check` throws, or `nil` for a trusted server.
  ///   - script: Returns the response to each request.
  public init(
    over others: (any HTTPTransport)? = nil, trustError: HTTPError? = nil,
    _ script: @escaping Script
  ) {
    self.others = others
    self.trustError = trustError
    self.script = script
  }

  /// Creates a server that returns the given responses in order, one per request. Further requests
  /// get status 500.
  ///
  ///     ScriptedTransport(.status(401), .status(200, "[]"))
  public convenience init(_ responses: ScriptedResponse...) {
    self.init { _, number in number < responses.count ? responses[number] : nil }
  }

  /// The requests that the server has received so far, in order.
  public var requests: [HTTPRequest] { state.withLock(\.requests) }
  /// The paths and queries of the requests so far, in order, such as "/resources/users/6".
  public var resources: [String] { requests.map(\.resource) }
  /// The number of times that a client checked whether the server is trusted, without sending a
  /// request.
  public var checkCount: Int { state.withLock(\.checkCount) }
  /// The number of times that the client cleared its cookies.
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
  /// The path and query of the request, such as "/resources/users/6". Empty if a response to the
  /// request couldn't be recorded.
  public var resource: String { ResourceURI(of: url)?.text ?? "" }
}

/// The result of a request to a ``ScriptedTransport``: a response or an error.
public enum ScriptedResponse: Sendable {
  /// The server responds. The values are the status code, the body, its media type, and further
  /// headers.
  ///
  /// By default, a body that begins with `<` is HTML and any other is JSON. An empty `type` omits
  /// the header for the media type.
  case status(Int, String = "", type: String? = nil, headers: [HTTPHeader] = [])
  /// The request fails without a response. The value is the error that it throws.
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

/// A simulated data source that returns the responses of a closure and records the requests. Use it
/// as the source of a `SourceChain` in a test.
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

  /// Creates a data source that returns the response of `script` to each request, or throws its
  /// error.
  public init(_ script: @escaping @Sendable (DataRequest) throws -> ServerResponse) {
    self.script = script
  }

  /// The requests that the data source has received so far, in order.
  public var requests: [DataRequest] { received.withLock { $0 } }

  public nonisolated(nonsending) func response(to request: DataRequest) async throws
    -> ServerResponse
  {
    received.withLock { $0.append(request) }
    return try script(request)
  }
}
