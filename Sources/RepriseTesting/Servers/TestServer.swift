public import Foundation

/// A server on the loopback interface that records requests and returns set responses.
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

  /// Starts a server that presents a certificate. Without one it is a plain HTTP proxy.
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

  /// Sets the responses of a path: returned in order, with the last one repeated. A path without
  /// responses gets a 404.
  ///
  /// They apply to the path with any query, except a query with responses of its own.
  public nonisolated(nonsending) func serve(
    _ path: String, _ responses: TestResponse...
  ) async throws {
    try await serve(path, inTurn: responses)
  }

  /// Sets the responses of a path from an array.
  public nonisolated(nonsending) func serve(
    _ path: String, inTurn responses: [TestResponse]
  ) async throws {
    try await send(["do": "answer", "path": path, "answers": responses.map(\.command)])
  }

  /// Presents another certificate on new connections.
  public nonisolated(nonsending) func show(_ certificate: TestCertificate) async throws {
    try await send(["do": "certificate", "file": certificate.file])
  }

  /// Returns the requests and connections so far.
  public nonisolated(nonsending) func seen() async throws -> SeenTraffic {
    try await send(["do": "seen"])
  }

  /// Waits until `count` requests have arrived. Returns the requests and connections.
  public nonisolated(nonsending) func seen(requests count: Int) async throws -> SeenTraffic {
    let seen = try await send(["do": "wait", "requests": count, "seconds": 60])
    guard seen.requests.count >= count else {
      throw TestServerError(sentence: "only \(seen.requests.count) requests came, not \(count)")
    }
    return seen
  }

  /// Delays the responses to all requests after the first `count`, until `release`.
  public nonisolated(nonsending) func holdBack(after count: Int) async throws {
    try await send(["do": "hold back", "after": count])
  }

  /// Closes every connection from now on, until `comeBack`.
  public nonisolated(nonsending) func goAway() async throws { try await send(["do": "go away"]) }

  /// Responds again after `goAway`.
  public nonisolated(nonsending) func comeBack() async throws {
    try await send(["do": "come back"])
  }

  /// Sends the delayed responses. From now on no response is delayed, even if its `hold` is set.
  public nonisolated(nonsending) func release() async throws {
    try await send(["do": "release"])
  }

  /// Ends the current sessions: requests with their cookies get a 401, whatever the password.
  public nonisolated(nonsending) func expireSessions() async throws {
    try await send(["do": "expire"])
  }

  /// Closes all connections, as a server does that drops idle connections.
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

/// A test server's error.
public struct TestServerError: Error, CustomStringConvertible {
  let sentence: String
  /// A message that describes the error.
  public var description: String { sentence }
}

/// A certificate for a test server. By default valid, for localhost and 127.0.0.1.
public enum TestCertificate: String, Sendable, CaseIterable {
  /// A certificate signed by the authority in `authorityFile`.
  case vouchedFor = "vouched-for"
  /// A certificate signed by the authority for other.example.com.
  case wrongName = "wrong-name"
  /// A certificate signed by the authority that expired in 2020.
  case expired
  /// A certificate signed by the authority that is valid from 2118.
  case future
  /// A self-signed certificate.
  case selfSigned = "self-signed"
  /// Another certificate with the same key as `selfSigned`.
  case renewed
  /// A certificate like `selfSigned` with another key.
  case changed

  /// The path of the authority's own certificate.
  public static var authorityFile: String { path("authority") }

  /// The path of the file with the certificate and its key.
  public var file: String { Self.path(rawValue) }

  private static func path(_ name: String) -> String {
    TestServer.directory.appendingPathComponent("certificates/\(name).pem").path
  }
}

/// The requests and connections that a test server has received so far, in order.
public struct SeenTraffic: Decodable, Hashable, Sendable {
  /// The requests.
  public let requests: [SeenRequest]
  /// The connections.
  public let connections: [SeenConnection]
  /// The maximum number of concurrent requests.
  public let mostAtOnce: Int
}

/// A received request. A proxy receives only CONNECT requests.
public struct SeenRequest: Decodable, Hashable, Sendable {
  /// The method: "GET".
  public let method: String
  /// The path with its query.
  public let path: String
  /// The number of its connection, counted from 1.
  public let connection: Int
  /// The names and values of the headers in order.
  public let headers: [[String]]
  /// The body of a POST as text, or `nil` for other methods.
  public let body: String?

  /// Returns a header's value, or `nil` if the header wasn't sent.
  public func header(_ name: String) -> String? {
    headers.first { $0.first?.lowercased() == name.lowercased() }?.last
  }
}

/// A received connection.
public struct SeenConnection: Decodable, Hashable, Sendable {
  /// The number of the connection, counted from 1.
  public let number: Int
  /// Whether the connection uses TLS.
  public let isEncrypted: Bool
  /// Whether the handshake was completed: the client accepted the certificate or didn't verify it.
  public let isReady: Bool
  /// Whether the connection resumed an earlier TLS session.
  public let isResumed: Bool
}
