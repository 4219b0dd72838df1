public import Foundation

/// A server on the loopback interface, with answers that the test sets and a list of the requests that came.
///
///     let server = try await TestServer()
///     try await server.answer("/resources/virtualSystems", .json("[]"))
///     …
///     #expect(try await server.seen().requests.count == 1)
///
/// It is `Tests/TestServer/server.py`, run by python3; it ends with its last owner, and with the test's process.
public final class TestServer: Sendable {
  /// The port that the server listens on.
  public let port: Int
  private let isEncrypted: Bool
  private let conversation: TestConversation
  private let responder: TestResponder?

  /// Starts a server that shows a certificate; without one it speaks plain HTTP, and is a proxy.
  ///
  /// - Parameters:
  ///   - certificate: The certificate that the server shows; nil for plain HTTP.
  ///   - answer: Returns the answer for paths that have none of their own; without it they get a 404. Called on a thread of its
  ///     own, for one request after the other.
  public nonisolated(nonsending) init(
    _ certificate: TestCertificate? = .vouchedFor,
    answer: (@Sendable (SeenRequest) -> TestResponse)? = nil
  ) async throws {
    responder = try answer.map { try TestResponder($0) }
    let words = ["/usr/bin/env", "python3", "-I", TestServer.directory.path + "/server.py"]
    isEncrypted = certificate != nil
    conversation = try TestConversation(words + (certificate.map { [$0.file] } ?? []))
    let started = try await conversation.reply(to: nil)
    port = try JSONDecoder().decode([String: Int].self, from: started)["port"] ?? 0
    if let responder { try await tell(["do": "ask", "port": responder.port]) }
  }

  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Tests/TestServer").standardizedFileURL

  /// The server's origin: "https://127.0.0.1:49152".
  public var origin: String { "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)" }

  /// Returns the URL of a path, with a query or without.
  public func url(_ path: String) -> URL {
    guard let url = URL(string: origin + path) else { preconditionFailure("no path: \(path)") }
    return url
  }

  /// Sets the answers of a path from now on: one after the other, the last one for ever. A path without an answer gets a 404.
  ///
  /// They hold for the path with any query, except one that has answers of its own.
  public nonisolated(nonsending) func answer(
    _ path: String, _ answers: TestResponse...
  ) async throws {
    try await answer(path, inTurn: answers)
  }

  /// Sets the answers of a path from now on, from an array.
  public nonisolated(nonsending) func answer(
    _ path: String, inTurn answers: [TestResponse]
  ) async throws {
    try await tell(["do": "answer", "path": path, "answers": answers.map(\.command)])
  }

  /// Shows another certificate to clients that connect from now on.
  public nonisolated(nonsending) func show(_ certificate: TestCertificate) async throws {
    try await tell(["do": "certificate", "file": certificate.file])
  }

  /// Returns the requests and connections so far.
  public nonisolated(nonsending) func seen() async throws -> SeenTraffic {
    try await tell(["do": "seen"])
  }

  /// Returns the requests and connections once so many requests have come.
  public nonisolated(nonsending) func seen(requests count: Int) async throws -> SeenTraffic {
    let seen = try await tell(["do": "wait", "requests": count, "seconds": 60])
    guard seen.requests.count >= count else {
      throw TestServerError(sentence: "only \(seen.requests.count) requests came, not \(count)")
    }
    return seen
  }

  /// Holds back the answer to every request after so many, until it is released.
  public nonisolated(nonsending) func holdBack(after count: Int) async throws {
    try await tell(["do": "hold back", "after": count])
  }

  /// Hangs up on every client from now on, until the server comes back.
  public nonisolated(nonsending) func goAway() async throws { try await tell(["do": "go away"]) }

  /// Answers again after `goAway`.
  public nonisolated(nonsending) func comeBack() async throws {
    try await tell(["do": "come back"])
  }

  /// Releases the answers that are held back. No answer is held back from now on, even if it says that it is to be.
  public nonisolated(nonsending) func release() async throws {
    try await tell(["do": "release"])
  }

  /// Ends the present sessions: a request with the cookie of one gets a 401, whatever the password.
  public nonisolated(nonsending) func expireSessions() async throws {
    try await tell(["do": "expire"])
  }

  /// Closes all connections, as a tired server does.
  public nonisolated(nonsending) func hangUp() async throws {
    try await tell(["do": "hang up"])
  }

  @discardableResult private nonisolated(nonsending) func tell(
    _ command: [String: any Sendable]
  ) async throws -> SeenTraffic {
    let line = try JSONSerialization.data(withJSONObject: command) + Data("\n".utf8)
    let reply = try await conversation.reply(to: line)
    return try JSONDecoder().decode(SeenTraffic.self, from: reply)
  }
}

/// A problem with a test server.
public struct TestServerError: Error, CustomStringConvertible {
  let sentence: String
  /// A sentence about the problem.
  public var description: String { sentence }
}
