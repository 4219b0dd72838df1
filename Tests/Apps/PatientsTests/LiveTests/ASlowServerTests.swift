import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// What is shown while answers are awaited, and what becomes of those that nobody waits for any
/// more.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct ASlowServerTests {
  private static let grace = "patient/a0000001-0000-4000-8000-000000001eef"
  private static let walk = [Key].open("grace")
  private static let held = TestResponse.json(#"{"results": []}"#).with { $0.hold = .beforeHead }

  /// A clinic that holds back what it knows of her allergies, and how many requests it has seen.
  private static func graceIsFound() async throws -> (
    clinic: Clinic, session: TestSession<Route>, seen: Int
  ) {
    let clinic = try await Clinic(answers: [grace + "/allergy": [held]])
    let session = try await clinic.logIn()
    await session.press(.enter)
    await session.type("grace")
    return (clinic, session, try await clinic.server.seen().requests.count)
  }

  @Test("patients on a slow server: banner first, then allergies")
  func theBannerComesFirstAndSaysWhatIsStillAwaited() async throws {
    let (clinic, session, seen) = try await Self.graceIsFound()
    async let opened: Void = session.press(.enter)
    // The patient, the vital signs, what is normal, and the allergies, for the banner and for the summary.
    _ = try await clinic.server.seen(requests: seen + 4)
    try await session.wait(for: "Grace Akinyi Odhiambo")
    try await session.wait(for: "… loading allergies")
    try await session.wait(for: "▲ Blood pressure")
    try session.expectNo("no known allergies")
    try await clinic.server.release()
    await opened
    try session.expect("no known allergies")
    try session.expect("No known allergies: somebody asked")
  }

  /// A handshake costs two times there and back, or three, before the question itself. The patient
  /// and the services' release, without which nobody asks for vital signs, are asked for at once:
  /// one of them, whichever, has the connection that is open, and the other needs one more. That
  /// will do for the allergies and all the rest. In which order a server takes them from two
  /// connections says nothing.
  @Test("patients: patient and allergies use open connections")
  func theFirstQuestionAndTheAllergiesComeOverAConnectionThatIsOpen() async throws {
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    await session.press(.enter)
    await session.type("grace")
    let seen = try await clinic.server.seen().requests.count
    // On a slow line the second is asked before the first is answered.
    clinic.faults.change(Self.grace) { $0.hold = .beforeHead }
    async let opened: Void = session.press(.enter)
    _ = try await clinic.server.seen(requests: seen + 2)
    try await clinic.server.release()
    await opened
    try session.expect("✕ 3 allergies")
    let requests = try await clinic.requests()
    let walk = requests.map { "\($0.connection) \($0.path)" }
    let open = Set(requests[..<seen].map(\.connection))
    let atOnce = requests[seen...].filter {
      $0.path.contains(Self.grace + "?") || $0.path.contains("/module/webservices.rest?")
    }
    #expect(atOnce.count == 2, "\(walk)")
    #expect(atOnce.contains { open.contains($0.connection) }, "\(walk)")
    #expect(requests.contains { $0.path.contains(Self.grace + "/allergy?") }, "\(walk)")
    #expect(Set(requests.map(\.connection)).count == open.count + 1, "\(walk)")
  }

  @Test("patients: leaving a section cancels its requests, not the banner")
  func aSectionThatIsLeftIsAskedForNoMoreAndTheBannerStillComes() async throws {
    let (clinic, session, seen) = try await Self.graceIsFound()
    async let opened: Void = session.press(.enter)
    _ = try await clinic.server.seen(requests: seen + 4)
    async let left: Void = session.press("6")
    // The question about allergies is given up, and asked again for the banner, beside the conditions.
    _ = try await clinic.server.seen(requests: seen + 6)
    try await clinic.server.release()
    await opened
    await left
    try session.expect("3 conditions")
    try session.expect("no known allergies")
    #expect(try await clinic.requests(for: "order").isEmpty)
    #expect(try await clinic.requests(for: "programenrollment").isEmpty)
  }

  @Test("patients search drops a late response") func aLateAnswerToASearchIsDropped() async throws {
    let late = TestResponse.json(#"{"results": [{"uuid": "late", "person": {"display": "Late"}}]}"#)
    let right = TestResponse.json(#"{"results": [{"uuid": "r", "person": {"display": "Right"}}]}"#)
    let held = late.with { $0.hold = .beforeHead }
    let clinic = try await Clinic(answers: ["patient": [held, right]])
    let session = try await clinic.logIn()
    await session.press(.enter)
    let seen = try await clinic.server.seen().requests.count
    async let first: Void = session.press("g")
    _ = try await clinic.server.seen(requests: seen + 1)
    await session.press("r")
    try session.expect("Right")
    try await clinic.server.release()
    await first
    try session.expect("Right")
    try session.expectNo("Late")
  }

  @Test("patients has at most two requests in flight")
  func noMoreThanTwoQuestionsAreUnderWayAtOnce() async throws {
    let clinic = try await Clinic(answers: ["patient": [Self.held]])
    let client = clinic.viewer.source.client
    clinic.viewer.server?.connections.connection(try #require(clinic.viewer.server?.account))
      .use(Secret(Clinic.password))
    try await client.services.logIn()
    async let all: Void = withThrowingTaskGroup(of: Void.self) { group in
      for word in ["a", "b", "c", "d", "e"] {
        group.addTask { _ = try await client.patients(matching: word, start: 0, limit: 20) }
      }
      try await group.waitForAll()
    }
    _ = try await clinic.server.seen(requests: 3)
    try await clinic.server.release()
    try await all
    let seen = try await clinic.server.seen()
    #expect(seen.requests.count == 6)
    #expect(seen.mostAtOnce == 2)
  }

  @Test("patients: a cut response affects its section only")
  func anAnswerThatIsCutCostsItselfAlone() async throws {
    let cut = TestResponse.json(#"{"results": []}"#).with { $0.cut = .beforeByte(5) }
    let clinic = try await Clinic(answers: [Self.grace + "/allergy": [cut]])
    let session = try await clinic.logIn()
    for key in Self.walk { await session.press(key) }
    try session.expect("? allergies could not be read")
    #expect(session.words.contains("Connection closed mid-response"))
    try session.expect("▲ Blood pressure")
    try session.expect("Active conditions")
  }

  @Test("patients: a cut patient response is loaded again on request")
  func aPatientWhoseAnswerIsCutIsReadAnewOnRequest() async throws {
    let whole = try await SimulatorTransport(data: .builtIn).patient(Self.grace)
    let clinic = try await Clinic(answers: [
      Self.grace: [whole.with { $0.cut = .beforeByte(40) }, whole]
    ])
    let session = try await clinic.logIn()
    for key in Self.walk { await session.press(key) }
    try session.expect(" failed")
    try session.expect("Connection closed mid-response")
    await session.press("r")
    try session.expect("Grace Akinyi Odhiambo")
    try session.expectNo("✕ This")
  }
}

extension SimulatorTransport {
  /// All that is known of a patient.
  fileprivate func patient(_ service: String) async throws -> TestResponse {
    let id = String(service.dropFirst("patient/".count))
    return .json(try await client(self).patient(ResourceID(id)).raw.indented)
  }
}
