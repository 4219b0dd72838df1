import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// Who may ask, and until when.
@MainActor @Suite(.timeLimit(.minutes(5))) struct LoggingInTests {
  @Test func aWrongPasswordIsAskedForAgainThoughTheServerCallsItNoError() async throws {
    let clinic = try await Clinic()
    let session = try await TestSession(clinic.viewer.application, time: clinic.time)
    try session.expect("nurse at 127.0.0.1")
    #expect(try await clinic.requests().isEmpty)
    await session.press(.enter)
    try session.expect("› Password")
    #expect(try await clinic.requests().isEmpty)
    await session.logIn("falsch")
    try session.expect("✕ The server didn't accept the password")
    await session.logIn()
    try session.expect("Patients › Home")
    #expect(try await clinic.requests(for: "session").count == 2)
  }

  @Test func whoCallsTheServerByItsNameAloneIsUnderstood() async throws {
    let clinic = try await Clinic(at: "", walk: .open("grace"))
    let session = try await clinic.logIn()
    for key in [Key].open("grace") { await session.press(key) }
    try session.expect("Grace Akinyi Odhiambo")
  }

  @Test func aServerWithoutOpenMRSIsSaidToHaveNone() async throws {
    let clinic = try await Clinic(at: "")
    for root in ["", "/openmrs"] {
      try await clinic.server.answer(
        root + OpenMRSClient.services + "session", .html("<title>Welcome</title>"))
    }
    let session = try await TestSession(clinic.viewer.application, time: clinic.time)
    await session.press(.enter)
    await session.logIn()
    try session.expect("✕ Nobody was logged in")
    try session.expect("There is no OpenMRS at 127.0.0.1")
  }

  @Test func aSessionThatTimedOutIsBegunAnewUnnoticed() async throws {
    let clinic = try await Clinic(walk: .open("grace") + ["9", "2"])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["9"] as [Key] { await session.press(key) }
    try await clinic.server.expireSessions()
    await session.press("2")
    try session.expect("5 visits")
    let cookies = try await clinic.requests(for: "visit").suffix(2).map {
      $0.header("Cookie") != nil
    }
    #expect(cookies == [true, false])
  }

  @Test func aPasswordThatWasChangedIsAskedForAndNothingIsLost() async throws {
    let clinic = try await Clinic(walk: .open("grace") + ["6"])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["6", "j"] as [Key] { await session.press(key) }
    let before = session.body
    let paths = Set(try await clinic.requests().map(\.path))
    let refused = TestAnswer(status: 401, reason: "Unauthorized")
    for path in paths { try await clinic.server.answer(path, refused) }
    await session.press("r")
    // One question, though the banner and the section both want it answered.
    try session.expect("✕ The server didn't accept the password")
    await session.press(.escape)
    #expect(session.body == before)
  }

  @Test func anotherProcessAsksNobodyUntilItsPersonWantsItTo() async throws {
    let walk: [Key] = .open("grace") + ["6", "j"]
    let clinic = try await Clinic(walk: walk)
    let first = try await clinic.logIn()
    for key in walk { await first.press(key) }
    let count = try await clinic.requests().count
    let session = try await clinic.relaunched(first.store)
    try session.expect("[Conditions]")
    try session.expect("The password of nurse at 127.0.0.1")
    try session.expectNo("Penicillin")
    #expect(try await clinic.requests().count == count)
    await session.press("r")
    await session.logIn()
    #expect(session.body == first.body)
  }

  @Test func loggingOutEndsTheServersSessionAndNothingIsSentAfterIt() async throws {
    let clinic = try await Clinic(walk: .open("grace"))
    try await clinic.answer("session", Clinic.session, TestAnswer(status: 204))
    let session = try await clinic.logIn()
    await session.press(.end)
    try session.expect("ends the session of nurse")
    await session.press(.enter)
    try session.expect("You are logged out.")
    try session.expect("[ Log in ]")
    let requests = try await clinic.requests()
    #expect(requests.map(\.method) == ["GET", "DELETE"])
    #expect(requests[1].header("Cookie") != nil)
    await session.press(.enter)
    try session.expect("› Password")
    #expect(try await clinic.requests().count == 2)
  }

  @Test func whoCantTellTheServerIsLoggedOutAllTheSame() async throws {
    let clinic = try await Clinic()
    try await clinic.answer("session", Clinic.session, TestAnswer().with { $0.cut = .beforeHead })
    let session = try await clinic.logIn()
    await session.press(.end, .enter)
    try session.expect("The password is forgotten here, but the server doesn't know")
    await session.press(.enter)
    try session.expect("› Password")
  }

  @Test func anUnknownCertificateIsShownBeforeAnythingIsSent() async throws {
    let clinic = try await Clinic(.selfSigned)
    let session = try await TestSession(clinic.viewer.application, time: clinic.time)
    await session.press(.enter)
    await session.logIn()
    try session.expect("Nothing was sent yet.")
    #expect(try await clinic.requests().isEmpty)
    await session.press("t")
    try session.expect("Patients › Home")
  }
}
