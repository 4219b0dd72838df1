import Accounts
import Encryption
import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import OpenMRSSimulator
@testable import Patients
@testable import Reprise

/// Who may ask, and until when.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct LoggingInTests {
  private static let grace = "a0000001-0000-4000-8000-000000001eef"

  @Test("patients sign-in refuses a wrong password of the server")
  func aWrongPasswordOpensNothingThoughTheServerCallsItNoError() async throws {
    let clinic = try await Clinic()
    let (session, passed) = try await clinic.gate()
    try session.expect("nurse at 127.0.0.1")
    #expect(try await clinic.requests().isEmpty)
    await session.logIn("falsch")
    try session.expect("✕ Wrong password")
    #expect(passed.vault == nil)
    #expect(try clinic.home.files().filter { $0.contains("vaults") }.isEmpty)
    await session.logIn()
    #expect(passed.vault?.account.user == "nurse")
    #expect(try await clinic.requests(for: "session").count == 2)
  }

  @Test("patients sign-in opens the vault offline with its password only")
  func whatIsKeptOpensWithoutTheServerAndOnlyWithItsPassword() async throws {
    let clinic = try await Clinic()
    let (first, _) = try await clinic.gate()
    await first.logIn()
    let count = try await clinic.requests().count
    let (session, passed) = try await clinic.gate()
    await session.logIn("falsch")
    try session.expect("It doesn't unlock the data saved here.")
    #expect(passed.vault == nil)
    await session.logIn()
    #expect(passed.vault != nil)
    #expect(try await clinic.requests().count == count)
  }

  @Test("patients finds OpenMRS at a server address without a path")
  func whoCallsTheServerByItsNameAloneIsUnderstood() async throws {
    let clinic = try await Clinic(at: "")
    let session = try await clinic.logIn()
    for key in [Key].open("grace") { await session.press(key) }
    try session.expect("Grace Akinyi Odhiambo")
  }

  @Test("patients sign-in reports a server without OpenMRS")
  func aServerWithoutOpenMRSIsSaidToHaveNone() async throws {
    let clinic = try await Clinic(at: "")
    for root in ["", "/openmrs"] {
      try await clinic.server.serve(
        root + OpenMRSServices.path + "session", .html("<title>Welcome</title>"))
    }
    let (session, passed) = try await clinic.gate()
    await session.logIn()
    try session.expect("✕ Could not unlock")
    try session.expect("No OpenMRS at 127.0.0.1")
    #expect(passed.vault == nil)
  }

  @Test("patients renews an expired session unnoticed")
  func aSessionThatTimedOutIsBegunAnewUnnoticed() async throws {
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in .open("grace") + ["9"] as [Key] { await session.press(key) }
    clinic.sessions.expire()
    await session.press("2")
    try session.expect("5 visits")
    let cookies = try await clinic.requests(for: "visit").suffix(2).map {
      $0.header("Cookie") != nil
    }
    #expect(cookies == [true, false])
  }

  @Test("patients asks for a changed password and keeps its screen")
  func aPasswordThatWasChangedIsAskedForAndNothingIsLost() async throws {
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in .open("grace") + ["6", "j"] as [Key] { await session.press(key) }
    let before = session.body
    let paths = Set(try await clinic.requests().map(\.path))
    let refused = TestResponse(status: 401, reason: "Unauthorized")
    for path in paths { try await clinic.server.serve(path, refused) }
    await session.press("r")
    // One question, though the banner and the section both want it answered.
    try session.expect("✕ Wrong user or password")
    await session.press(.escape)
    #expect(session.body == before)
  }

  /// A server says of nobody that they are locked out: the right password is as wrong as any.
  @Test("patients sign-in explains a lockout and works later")
  func whoIsLockedOutIsToldOfThatAndMayGoOnLater() async throws {
    let clinic = try await Clinic()
    let (session, passed) = try await clinic.gate()
    for _ in 0..<8 { await session.logIn("falsch") }
    await session.logIn()
    try session.expect("✕ Wrong password")
    #expect(session.words.contains("servers lock you out for some minutes"))
    #expect(passed.vault == nil)
    #expect(try await clinic.requests(for: "session").count == 9)
    clinic.sessions.unlock()
    await session.logIn()
    #expect(passed.vault?.account.user == "nurse")
  }

  @Test("patients locked out at work keeps its screen and does not retry")
  func whoIsLockedOutInTheMiddleLosesNothingAndIsNotTriedAgainByItself() async throws {
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in .open("grace") + ["6", "j"] as [Key] { await session.press(key) }
    let before = session.body
    let wrong = HTTPHeader(
      "Authorization", "Basic " + Data("nurse:falsch".utf8).base64EncodedString())
    for _ in 0..<9 {
      _ = clinic.sessions.reply(to: ServerRequest(Clinic.services + "session", headers: [wrong]))
    }
    clinic.sessions.expire()
    await session.press("r")
    try session.expect("✕ Wrong user or password")
    await session.press(.escape)
    #expect(session.body == before)
    let count = try await clinic.requests().count
    for _ in 0..<4 { await session.pass(seconds: 15) }
    #expect(try await clinic.requests().count == count)
    clinic.sessions.unlock()
    await session.press("r")
    await session.logIn()
    #expect(session.body == before)
    try session.expectNo("password")
  }

  @Test("patients resumed sends nothing until the user refreshes")
  func anotherProcessAsksNobodyUntilItsPersonWantsItTo() async throws {
    let walk: [Key] = .open("grace") + ["6", "j"]
    let clinic = try await Clinic()
    let first = try await clinic.logIn()
    for key in walk { await first.press(key) }
    let count = try await clinic.requests().count
    let session = try await clinic.relaunched(first.store)
    try session.expect("Conditions]")
    try session.expect("No password for nurse (127.0.0.1")
    try session.expectNo("Penicillin")
    #expect(try await clinic.requests().count == count)
    await session.press("r")
    await session.logIn()
    #expect(session.body == first.body)
  }

  @Test("patients logout names what it deletes and ends the session")
  func loggingOutSaysWhatItDeletesAndEndsTheServersSession() async throws {
    let clinic = try await Clinic()
    try await clinic.answer("session", TestResponse(status: 204))
    let session = try await clinic.logIn()
    for key in [Key].open("grace") { await session.press(key) }
    await session.press(.escape, .escape, .escape, .end)
    try session.expect("ends the session of nurse")
    await session.press(.enter)
    #expect(session.words.contains("saved patients, recently viewed, cached answers"))
    await session.press(.tab, .enter)
    let requests = try await clinic.requests()
    #expect(requests.last?.method == "DELETE")
    #expect(requests.last?.header("Cookie") != nil)
  }

  @Test("patients logout refused by the server deletes nothing", arguments: [403, 500, 503])
  func aServerThatRefusesToLogOutHasNothingDeleted(status: Int) async throws {
    let clinic = try await Clinic()
    try await clinic.answer("session", TestResponse(status: status, reason: "No"))
    let session = try await clinic.logIn()
    for key in [Key].open("grace") { await session.press(key) }
    await session.press(.escape, .escape, .escape, .end, .enter, .tab, .tab, .enter)
    try session.expect("Log-out failed; nothing was deleted")
    // The button beside it needs no server, so what it deletes has to stand there still.
    #expect(session.words.contains("saved patients, recently viewed, cached answers"))
  }

  /// Whoever was killed, unlocks, and logs out at once has asked nothing since.
  @Test("patients logout asks the server without earlier requests")
  func loggingOutAsksTheServerEvenIfNothingElseDid() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.relaunched(InMemorySnapshotStore())
    #expect(try await clinic.requests().isEmpty)
    await session.press(.end, .enter, .tab, .tab, .enter)
    #expect(try await clinic.requests().last?.method == "DELETE")
    try await clinic.goAway()
    let later = try await clinic.relaunched(InMemorySnapshotStore())
    await later.press(.end, .enter, .tab, .tab, .enter)
    try later.expect("Log-out failed; nothing was deleted")
  }

  @Test("patients re-encrypts saved data with a changed password")
  func aPasswordThatWasChangedAtTheServerCanOpenWhatIsKept() async throws {
    let clinic = try await Clinic()
    let (gate, passed) = try await clinic.gate()
    await gate.logIn()
    let vault = try #require(passed.vault)
    try vault.write([1, 2, 3], to: "a", in: "saved")
    try await clinic.changePassword(to: "neu")
    let session = try await clinic.session(with: vault)
    await session.press(.down, .enter, "r")
    try session.expect("[ Log in and re-encrypt ]")
    #expect(session.words.contains("the next start asks for the old one"))
    // What the server doesn't take seals nothing.
    await session.type("falsch")
    await session.press(.enter)
    try session.expect("✕ The data saved here still opens with the old password")
    await session.type("neu")
    await session.press(.enter)
    let directory = vault.directory
    await #expect(throws: SealingError.wrongPassword) {
      try await directory.open(Secret(Clinic.password))
    }
    #expect(try await directory.open(Secret("neu")).read("a", in: "saved") == [1, 2, 3])
  }

  @Test("patients sign-in only keeps the old password for saved data")
  func whoOnlyLogsInWithAChangedPasswordKeepsTheOldOneForWhatIsKept() async throws {
    let clinic = try await Clinic()
    let (gate, passed) = try await clinic.gate()
    await gate.logIn()
    let vault = try #require(passed.vault)
    try await clinic.changePassword(to: "neu")
    let session = try await clinic.session(with: vault)
    await session.press(.down, .enter, "r")
    await session.type("neu")
    await session.press(.tab, .tab)
    #expect(session.selectedText?.contains("[ Only log in ]") == true)
    await session.press(.enter)
    #expect(try await vault.directory.open(Secret(Clinic.password)).account == vault.account)
  }

  @Test("patients search names the key for a new password")
  func inASearchTheKeyForANewPasswordIsSaid() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.relaunched(InMemorySnapshotStore())
    await session.press(.enter)
    await session.type("gr")
    try await clinic.changePassword(to: "neu")
    try await clinic.answer("patient", TestResponse(status: 401, reason: "Unauthorized"))
    await session.type("x")
    await session.press(.function(2))
    #expect(session.words.contains("Ctrl-R while typing"))
  }

  /// It was changed at the server, and what is kept here was sealed with the one before.
  @Test("patients erases data of a forgotten password, then signs in")
  func afterAForgottenPasswordIsErasedTheServersNewOneLogsIn() async throws {
    let clinic = try await Clinic()
    let (first, before) = try await clinic.gate()
    await first.logIn()
    let directory = try #require(before.vault).directory
    try before.vault?.write([1, 2, 3], to: "a", in: "saved")
    before.vault?.lock()
    try await clinic.changePassword(to: "neu")
    let (session, passed) = try await clinic.gate()
    await session.logIn("neu")
    try session.expect("It doesn't unlock the data saved here.")
    await session.press(.tab, .tab, .enter)
    try session.expect("1 other file")
    await session.press(.tab, .enter)
    #expect(session.words.contains("The server checks the password now."))
    #expect(try !directory.isMade())
    await session.logIn("neu")
    #expect(passed.vault?.account.user == "nurse")
    #expect(try await directory.open(Secret("neu")).read("a", in: "saved") == nil)
  }

  @Test("patients shows an unknown certificate before sending anything")
  func anUnknownCertificateIsShownBeforeAnythingIsSent() async throws {
    let clinic = try await Clinic(.selfSigned)
    let (session, passed) = try await clinic.gate()
    try session.expect("Nothing was sent yet.")
    // Who types a password that nobody asked for trusts nothing, and goes back.
    await session.logIn()
    try session.expect("[ Log in ]")
    await session.logIn()
    try session.expect("Nothing was sent yet.")
    #expect(try await clinic.requests().isEmpty)
    await session.press(.tab, .enter)
    #expect(passed.vault != nil)
  }
}
