import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

/// A nurse whose network comes and goes.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct WithoutTheServerTests {
  private static let grace = "a0000001-0000-4000-8000-000000001eef"
  private static let sections: [Key] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]

  @Test func aSavedPatientIsReadInEverySectionWithoutTheServer() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    try session.expect("1 of 1 saved")
    let asked = try await clinic.requests().count
    await session.press(.escape)
    try session.expect("Grace Akinyi Odhiambo")
    // Nothing has changed at the server, so it isn't asked.
    #expect(session.words.contains("saved 2026-11-21 12:00"))
    #expect(try await clinic.requests().count == asked)
    var bodies: [[String]] = []
    for key in Self.sections {
      await session.press(key)
      bodies.append(session.body)
    }
    try await clinic.goAway()
    // Of the answers none is left; only the saved patient is.
    try FileManager.default.removeItem(
      atPath: #require(clinic.vault).directory.path + "/answers")
    let relaunched = try await clinic.relaunched(session.store)
    for (key, body) in zip(Self.sections, bodies) {
      await relaunched.press(key)
      #expect(relaunched.body == body)
      #expect(relaunched.frame.text.contains("OFFLINE 12:00"))
    }
    await relaunched.press("7", .enter)
    try relaunched.expect("With water, not more than eight a day.")
    await relaunched.press(.escape, "3", .enter)
    try relaunched.expect("Grace Akinyi Odhiambo")
    #expect(relaunched.frame.text.contains("OFFLINE 12:00"))
    try relaunched.expectNo("could not be read")
  }

  @Test("patients offline shows what was seen and recovers")
  func whatWasSeenIsShownWithoutTheServerAndThatEndsByItself() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in [Key].open("grace") { await session.press(key) }
    let body = session.body
    try await clinic.goAway()
    let relaunched = try await clinic.relaunched(session.store)
    #expect(relaunched.body == body)
    try relaunched.expect("OFFLINE 12:00")
    clinic.time.pass(seconds: 60)
    try await clinic.comeBack()
    await relaunched.press("r")
    try relaunched.expect("LIVE 127.0.0.1")
    try relaunched.expectNo("OFFLINE")
    #expect(relaunched.body == body)
  }

  @Test("patients refused by the server is not offline", arguments: [true, false])
  func aRefusalIsNotTakenForAServerThatIsAway(hasVault: Bool) async throws {
    let clinic = try await Clinic(saving: hasVault ? [Self.grace] : [])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["6"] as [Key] { await session.press(key) }
    for path in Set(try await clinic.requests(for: "condition").map(\.path)) {
      try await clinic.server.serve(path, .html("<title>Oops</title>", status: 500))
    }
    await session.press("r")
    try session.expect("ERROR 12:00")
    #expect(session.words.contains("500"))
  }

  @Test("patients offline without a copy says that it cannot be read")
  func aPatientWhoIsNotKeptIsSaidNotToBeReadable() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in [.enter] + "grace".map({ Key.character($0) }) { await session.press(key) }
    try await clinic.goAway()
    await session.press(.enter)
    try session.expectNo("no known allergies")
    #expect(session.words.contains("Connection closed without an answer"))
  }

  @Test("patients search offline finds saved patients only")
  func theSavedAreFoundWithoutTheServerAndSaidToBeAll() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    await session.press(.escape, .escape)
    await session.press(.control("r"))
    // It is one patient, marked as saved, and not two.
    try session.expect("1 patient")
    try session.expect("2026-11-21")
    try await clinic.goAway()
    await session.press(.control("r"))
    try session.expect("OFFLINE 12:00")
    // What was searched for before is known; what wasn't is looked for among the saved.
    await session.press(.escape)
    await session.type("ODHI 1000F3")
    try session.expect("Grace Akinyi")
    try session.expect("1 patient")
    #expect(session.words.contains("searching saved patients only"))
    try session.expect("OFFLINE")
    await session.press(.enter)
    try session.expect("▲ Blood pressure")
  }

  @Test("patients lists of saved and recent patients, and removal")
  func theSavedAndTheViewedAreListedAndRemovedOnRequest() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    await session.press(.escape, .escape, .escape, .escape, "j", "j")
    try session.expect("1 patient, complete")
    await session.press(.enter)
    try session.expect("1 saved patient")
    await session.press("x")
    try session.expect("Remove the saved copy of Grace Akinyi Odhiambo")
    await session.press(.tab, .enter)
    try session.expect("No saved patients.")
    await session.press(.escape)
    try session.expect("none yet")
    await session.press("j", .enter)
    try session.expect("Recently viewed")
    try session.expect("Grace Akinyi Odhiambo")
  }

  @Test("patients failed saving keeps the old copy")
  func whoCanNotBeSavedAnewIsSaidAndKeepsTheOldCopy() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let session = try await clinic.logIn()
    for key in .open("grace") + ["o"] as [Key] { await session.press(key) }
    await session.press(.escape, .escape, .escape, .escape, "j", "j", .enter)
    clinic.time.pass(seconds: 3600)
    clinic.faults.change("patient/" + Self.grace) { $0.cut = .beforeByte(1) }
    await session.press("u")
    try session.expect("0 of 1 saved, 1 failed")
    #expect(session.words.contains("closed mid-response"))
    await session.press(.escape)
    try session.expect("2026-11-21 12:00")
    clinic.faults.end()
    await session.press("u")
    try session.expect("1 of 1 saved")
    await session.press(.escape)
    try session.expect("2026-11-21 13:00")
  }
}
