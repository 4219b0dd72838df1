public import Foundation

/// An HTTP server on the loopback interface for tests. It returns the responses that a test sets,
/// and records the requests.
///
///     let server = try await TestServer()
///     try await server.serve("/resources/virtualSystems", .json("[]"))
///     …
///     #expect(try await server.seen().requests.count == 1)
///
/// It runs `Tests/Simulators/TestServer/server.py` with python3, and ends when it is released
/// or the test process ends.
public final class TestServer: Sendable {
  /// The port that the server listens on.
  public let port: Int
  private let isEncrypted: Bool
  private let conversation: TestConversation
  private let responder: TestResponder?

  /// Starts a server that presents a certificate. Without a certificate it uses plain HTTP, and can
  /// serve as a proxy.
  ///
  /// - Parameters:
  ///   - certificate: The certificate to present, or `nil` for plain HTTP.
  ///   - handler: Returns the response for paths without responses of their own, which otherwise
  ///     get a 404. Called on a separate thread, for one request at a time.
  public nonisolated(nonsending) init(
    _ certificate: TestCertificate? = .vouchedFor,
    handler: (@Sendable (SeenRequest) -> TestResponse)? = nil
  ) async throws {
    responder = try handler.map { try TestResponder($0) }
    let arguments = ["/usr/bin/env", "python3", "-I", TestServer.directory.path + "/server.py"]
    isEncrypted = certificate != nil
    conversation = try TestConversation(arguments + (certificate.map { [$0.file] } ?? []))
    let started = try await conversation.reply(to: nil)
    port = try JSONDecoder().decode([String: Int].self, from: started)["port"] ?? 0
    if let responder { try await send(["do": "ask", "port": responder.port]) }
  }

  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Tests/Simulators/TestServer").standardizedFileURL

  /// The server's origin: "https://127.0.0.1:49152".
  public var origin: String { "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)" }

  /// Returns the URL of a path, which may include a query.
  public func url(_ path: String) -> URL {
    guard let url = URL(string: origin + path) else { preconditionFailure("no path: \(path)") }
    return url
  }

  /// Sets the responses to requests for a path. They are returned in order, and the last one is
  /// repeated. A path without responses gets the handler's response, or a 404 without a handler.
  ///
  /// The responses apply to the path with any query, except a query for which responses of its own
  /// are set.
  public nonisolated(nonsending) func serve(
    _ path: String, _ responses: TestResponse...
  ) async throws {
    try await serve(path, inTurn: responses)
  }

  /// Sets the responses to requests for a path from an array. They are returned in order, and the
  /// last one is repeated.
  public nonisolated(nonsending) func serve(
    _ path: String, inTurn responses: [TestResponse]
  ) async throws {
    try await send(["do": "answer", "path": path, "answers": responses.map(\.command)])
  }

  /// Changes the certificate that the server presents on new connections.
  public nonisolated(nonsending) func show(_ certificate: TestCertificate) async throws {
    try await send(["do": "certificate", "file": certificate.file])
  }

  /// Returns the requests and connections that the server has received so far.
  public nonisolated(nonsending) func seen() async throws -> SeenTraffic {
    try await send(["do": "seen"])
  }

  /// Waits until the server has received `count` requests, and returns all requests and connections
  /// so far. Throws `TestServerError` if they don't arrive within 60 seconds.
  public nonisolated(nonsending) func seen(requests count: Int) async throws -> SeenTraffic {
    let seen = try await send(["do": "wait", "requests": count, "seconds": 60])
    guard seen.requests.count >= count else {
      throw TestServerError(sentence: "only \(seen.requests.count) requests came, not \(count)")
    }
    return seen
  }

  /// Delays the responses to all requests after the first `count`, until `release` is called.
  public nonisolated(nonsending) func holdBack(after count: Int) async throws {
    try await send(["do": "hold back", "after": count])
  }

  /// Makes the server unavailable: it responds to each request by closing the connection, until
  /// `comeBack` is called.
  public nonisolated(nonsending) func goAway() async throws { try await send(["do": "go away"]) }

  /// Makes the server available again after `goAway`.
  public nonisolated(nonsending) func comeBack() async throws {
    try await send(["do": "come back"])
  }

  /// Sends the responses that were delayed by `holdBack` or by their `hold`. From now on, no
  /// response is delayed by its `hold`; `holdBack` can be called again.
  public nonisolated(nonsending) func release() async throws {
    try await send(["do": "release"])
  }

  /// Ends all sessions on the server. Requests with their cookies then get a 401 instead of a
  /// response with `hasSession`, whatever the password.
  public nonisolated(nonsending) func expireSessions() async throws {
    try await send(["do": "expire"])
  }

  /// Closes all open connections, as a server does that drops idle ones. New connections are
  /// accepted.
  public nonisolated(nonsending) func hangUp() async throws {
    try await send(["do": "hang up"])
  }

  @discardableResult private nonisolated(nonsending) func send(
    _ command: [String: any Sendable]
  ) async throws -> SeenTraffic {
    let line = try JSONSerialization.data(withJSONObject: command) + Data("\n".utf8)
    let reply = try await conversation.reply(to: line)
    return try JSONDecoder().decode(SeenTraffic.self, from: reply)
  }
}

/// The error if the test server can't be started, ends early, or doesn't receive the expected
/// requests in time.
public struct TestServerError: Error, CustomStringConvertible {
  let sentence: String
  /// A message that describes the error.
  public var description: String { sentence }
}

/// A certificate that a test server presents. Unless its case says otherwise, it is valid, and
/// issued for localhost and 127.0.0.1.
public enum TestCertificate: String, Sendable, CaseIterable {
  /// A trusted certificate: the test authority, whose certificate is in `authorityFile`, has signed
  /// it.
  case vouchedFor = "vouched-for"
  /// A certificate with a wrong name: the test authority has signed it for other.example.com.
  case wrongName = "wrong-name"
  /// An expired certificate: the test authority has signed it, but it has been invalid since 2020.
  case expired
  /// A certificate that isn't valid yet: the test authority has signed it, but it is valid only
  /// from 2118.
  case future
  /// A certificate that is signed with its own key instead of by an authority.
  case selfSigned = "self-signed"
  /// A self-signed certificate that differs from `selfSigned` but has the same key, as after a
  /// renewal.
  case renewed
  /// A self-signed certificate with the same contents as `selfSigned` but with another key, as an
  /// attacker could present it.
  case changed

  /// The path of the test authority's own certificate. A client that trusts it accepts the
  /// certificates that the authority has signed.
  public static var authorityFile: String { path("authority") }

  /// The path of the file with the certificate and its key.
  public var file: String { Self.path(rawValue) }

  private static func path(_ name: String) -> String {
    TestServer.directory.appendingPathComponent("certificates/\(name).pem").path
  }
}

/// The requests and connections that a test server has received so far, in order.
public struct SeenTraffic: Decodable, Hashable, Sendable {
  /// The requests that the server has received, in order.
  public let requests: [SeenRequest]
  /// The connections that the server has accepted, in order.
  public let connections: [SeenConnection]
  /// The maximum number of requests that the server handled at the same time.
  public let mostAtOnce: Int
}

/// A request that a test server has received. A server without a certificate, used as a proxy,
/// receives only CONNECT requests.
public struct SeenRequest: Decodable, Hashable, Sendable {
  /// The HTTP method of the request, such as "GET".
  public let method: String
  /// The path of the requested resource, with the query.
  public let path: String
  /// The number of the connection on which the request arrived, counted from 1.
  public let connection: Int
  /// The names and values of the request's headers, in order.
  public let headers: [[String]]
  /// The body of a POST as text, or `nil` for other methods.
  public let body: String?

  /// Returns a header's value, or `nil` if the header wasn't sent.
  public func header(_ name: String) -> String? {
    headers.first { $0.first?.lowercased() == name.lowercased() }?.last
  }
}

/// A connection that a test server has accepted.
public struct SeenConnection: Decodable, Hashable, Sendable {
  /// The number of the connection, counted from 1.
  public let number: Int
  /// Whether the connection uses TLS.
  public let isEncrypted: Bool
  /// Whether the TLS handshake was completed, so the client accepted the certificate or didn't
  /// verify it. Always `true` for a connection without TLS.
  public let isReady: Bool
  /// Whether the connection resumed an earlier TLS session.
  public let isResumed: Bool
}
