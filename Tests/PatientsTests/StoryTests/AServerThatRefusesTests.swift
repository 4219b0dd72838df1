import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// The built-in server, but some of what is asked for is refused.
private struct RefusingServer: HTTPTransport {
  let server = DemoServer(data: .builtIn)
  /// What the paths end in that are refused, with the status and the body.
  let refused: [String: (status: Int, body: String)]

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let answer = refused.first(where: { request.url.path.hasSuffix($0.key) })?.value else {
      return try await server.send(request)
    }
    return HTTPResponse(
      status: answer.status, headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array(answer.body.utf8), url: request.url)
  }

  nonisolated(nonsending) func forgetCookies() async {}
}

@MainActor @Suite struct AServerThatRefusesTests {
  private static let forbidden = (
    status: 403, body: #"{"error": {"message": "[Privileges required: [Get Things]]"}}"#
  )

  private func session(_ refused: [String: (status: Int, body: String)]) async throws
    -> TestSession<Route>
  {
    let built = RecordSource.unplugged(zone: .utc)
    let client = OpenMRSClient(over: RefusingServer(refused: refused), at: .recorded)
    let source = RecordSource(
      client: client, origin: built.origin, zone: .utc, now: built.now)
    return try await TestSession(Viewer(unplugged: source).application)
  }

  @Test func aMissingRightIsNamedAndKeepsEverythingElse() async throws {
    let session = try await session(["/condition": Self.forbidden])
    await session.open("grace")
    await session.press("6")
    try session.expect("403 Forbidden: missing privilege “Get Things”.")
    await session.press("5")
    try session.expect("3 allergies")
  }

  @Test func allergiesThatCannotBeReadAreNeverSaidToBeNone() async throws {
    let answers: [(answer: (status: Int, body: String), words: String)] = [
      (Self.forbidden, "? allergies: not allowed to see them"),
      ((404, ""), "? allergies: module not installed"),
      ((500, ""), "? allergies could not be read"),
      ((200, "[]"), "? allergies could not be read"),
    ]
    for (answer, words) in answers {
      let session = try await session(["/allergy": answer])
      await session.open("grace")
      try session.expect(words)
      try session.expectNo("no known allergies")
    }
  }

  @Test func anActiveVisitThatCannotBeReadIsSaid() async throws {
    let session = try await session(["/visit": (500, #"{"error": {"message": "no"}}"#)])
    await session.open("grace")
    try session.expect("? active visit not known")
  }

  @Test func aSearchThatFailsIsSaidAndTheNextLetterTriesAgain() async throws {
    let session = try await session(["/patient": (500, #"{"error": {"message": "out of order"}}"#)])
    await session.press(.enter, "g")
    try session.expect("500 from the server: “out of order”.")
    await session.press("r")
    try session.expect("› Find")
  }
}
