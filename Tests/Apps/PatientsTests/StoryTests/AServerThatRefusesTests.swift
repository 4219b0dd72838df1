import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// The simulator, but some of what is asked for is refused.
@MainActor @Suite struct AServerThatRefusesTests {
  private static let forbidden = ScriptedResponse.status(
    403, #"{"error": {"message": "[Privileges required: [Get Things]]"}}"#)

  /// A session at a server that gives other answers to the paths that end so.
  private func session(_ refused: [String: ScriptedResponse]) async throws -> TestSession<Route> {
    let built = RecordSource.unplugged(zone: .utc)
    let server = ScriptedTransport.demo { request, _ in
      refused.first { request.url.path.hasSuffix($0.key) }?.value
    }
    let client = OpenMRSClient(over: server, at: .recorded)
    let source = RecordSource(
      client: client, origin: built.origin, zone: .utc, now: built.now)
    return try await TestSession(Viewer(unplugged: source).application)
  }

  @Test("patients names a missing privilege and keeps other sections")
  func aMissingRightIsNamedAndKeepsEverythingElse() async throws {
    let session = try await session(["/condition": Self.forbidden])
    await session.open("grace")
    await session.press("6")
    try session.expect("403 Forbidden: missing privilege “Get Things”.")
    await session.press("5")
    try session.expect("3 allergies")
  }

  @Test("patients never reports unreadable allergies as none")
  func allergiesThatCannotBeReadAreNeverSaidToBeNone() async throws {
    let answers: [(answer: ScriptedResponse, words: String)] = [
      (Self.forbidden, "? allergies: not allowed to see them"),
      (.status(404), "? allergies: module not installed"),
      (.status(500), "? allergies could not be read"),
      (.status(200, "[]"), "? allergies could not be read"),
    ]
    for (answer, words) in answers {
      let session = try await session(["/allergy": answer])
      await session.open("grace")
      try session.expect(words)
      try session.expectNo("no known allergies")
    }
  }

  @Test("patients reports unreadable normal ranges")
  func normalRangesThatCannotBeReadAreSaidWhereMarksWouldBe() async throws {
    let session = try await session(["/concept": .no(500)])
    await session.open("grace")
    #expect(session.words.contains("Normal ranges could not be read"))
    await session.press("4")
    #expect(session.words.contains("a value without a mark may be abnormal"))
    await session.press(.enter)
    #expect(session.words.contains("? normal ranges could not be read"))
  }

  @Test("patients reports an unreadable active visit") func anActiveVisitThatCannotBeReadIsSaid()
    async throws
  {
    let session = try await session(["/visit": .no(500)])
    await session.open("grace")
    try session.expect("? active visit not known")
  }

  @Test("patients search failure is shown and the next letter retries")
  func aSearchThatFailsIsSaidAndTheNextLetterTriesAgain() async throws {
    let session = try await session([
      "/patient": .status(500, #"{"error": {"message": "out of order"}}"#)
    ])
    await session.press(.enter, "g")
    try session.expect("500 from the server: “out of order”.")
    await session.press("r")
    try session.expect("› Find")
  }
}
