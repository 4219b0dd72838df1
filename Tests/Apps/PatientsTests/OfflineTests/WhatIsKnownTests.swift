import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// What is shown of a list in pieces while a slow server is asked.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct WhatIsKnownTests {
  private static let grace = "a0000001-0000-4000-8000-000000001eef"

  /// From now on the server takes its time with a service that it was asked for.
  private func hold(_ service: String, at clinic: Clinic) async throws {
    for path in Set(try await clinic.requests(for: service).map(\.path)) {
      let body = TestResponse.json(#"{"results": [], "totalCount": 0}"#)
      try await clinic.server.serve(
        path,
        body.with {
          $0.hold = .beforeHead
          $0.user = "nurse"
          $0.password = Clinic.password
        })
    }
  }

  @Test(
    "patients resumed shows the cache at once, then the response",
    arguments: [
      ([.down, .enter], "visit", "No active visits.", "LIVE 127.0.0.1"),
      // An empty list against what is kept isn't believed at once.
      (.open("grace") + ["3"], "encounter", "11 encounters", "BAD ANSWER"),
    ] as [([Key], String, String, String)])
  func whatWasThereComesBackAtOnceAndThenWhatTheServerSays(
    walk: [Key], service: String, shown: String, dataStatus: String
  ) async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in walk { await session.press(key) }
    let body = session.body
    try await hold(service, at: clinic)
    let seen = try await clinic.requests(for: service).count
    async let relaunched: Void = session.killAndRelaunch()
    try await waitUntil("the server is asked") {
      try await clinic.requests(for: service).count > seen
    }
    try await waitUntil("what was there is shown") { session.body == body }
    try session.expect("UPDATING 12:00")
    try await clinic.server.release()
    try await relaunched
    try session.expect(shown)
    try session.expect(dataStatus)
  }

  @Test("patients search shows saved patients before the response")
  func theSavedAreFoundBeforeTheServerAnswers() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    await session.press(.escape, .escape, .escape, .enter)
    await session.type("odh")
    try await clinic.answer(
      "patient", TestResponse.json(#"{"results": []}"#).with { $0.hold = .beforeHead })
    async let typed: Void = session.type("i")
    try await session.wait(for: "Saved patients; searching the server…")
    try session.expect("Grace Akinyi Odh")
    try await clinic.server.release()
    await typed
    try session.expect("Grace Akinyi Odh")
    try session.expectNo("the server is asked")
  }
}
