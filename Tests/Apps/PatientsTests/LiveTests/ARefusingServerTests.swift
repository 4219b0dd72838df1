import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// What a server says instead of an answer.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct ARefusingServerTests {
  nonisolated private static let refusals: [(TestResponse, String)] = [
    (
      .json(#"{"error": {"message": "[Privileges required: [Get Conditions]]"}}"#)
        .with { $0.status = 403 },
      "403 Forbidden: missing privilege “Get Conditions”."
    ),
    (
      .html("<html><head><title>502 Bad Gateway</title></head></html>", status: 502),
      "The server is unavailable: 502 Bad Gateway."
    ),
    (
      .html("<html><title>Maintenance</title></html>"),
      "Bad answer: text/html, not JSON: Maintenance (condition, "
    ),
    (
      .json(
        #"{"error": {"message": "Invalid Submission", "globalErrors": [{"message": "no way"}], "fieldErrors": {"gender": [{"message": "required"}]}}}"#
      ).with { $0.status = 400 }, "Invalid Submission; no way; gender: required"
    ),
    (.html("<h1>Not Found</h1>", status: 404), "404: this server has no conditions"),
  ]

  @Test("patients shows a refusal with the message of the server", arguments: refusals.indices)
  func aRefusalIsSaidInTheServersWordsAndKeepsEverythingElse(index: Int) async throws {
    let (answer, sentence) = Self.refusals[index]
    let walk: [Key] = .open("grace") + ["5", "6"]
    let clinic = try await Clinic(answers: ["condition": [answer]])
    let session = try await clinic.logIn()
    for key in walk { await session.press(key) }
    #expect(session.words.contains(sentence))
    try session.expect("Grace Akinyi Odhiambo")
    await session.press("5")
    try session.expect("3 allergies")
  }
}
