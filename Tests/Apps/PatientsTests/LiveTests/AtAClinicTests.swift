import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// A nurse at a server: what is the same as unplugged, and what is not.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct AtAClinicTests {
  @Test("patients at a server shows the same as the demo data")
  func everyScreenShowsWhatItShowsUnplugged() async throws {
    let walk: [Key] =
      .open("grace") + ["2", .enter, .enter, .escape, .escape, "4", .enter, .escape, "t", .escape]
      + ["5", "6", "7", "8", "9"]
    let clinic = try await Clinic()
    let unplugged = try await patients()
    await unplugged.press(.enter)
    let live = try await clinic.logIn()
    for key in walk {
      await live.press(key)
      await unplugged.press(key)
      #expect(live.body == unplugged.body)
      // What stands there before anything was asked isn't what the server says.
      let isAsked = live.words.contains("Type a part of a name") == false
      #expect(live.frame.text.contains("LIVE 127.0.0.1") == isAsked)
    }
    #expect(try await clinic.server.seen().mostAtOnce <= 2)
  }

  @Test("patients list of 312 encounters is paged to its end") func aLongListIsPagedToItsEnd()
    async throws
  {
    let walk = .open("otien") + ["3"] + [Key](repeating: .pageDown, count: 24) + [.end, .end, .end]
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in walk { await session.press(key) }
    try session.expect(" 312 encounters")
    let pages = try await clinic.requests(for: "encounter").map(\.path)
      .filter { !$0.contains("encounterType=") }
    #expect(pages.count > 3)
    #expect(Set(pages).count == pages.count)
  }

  @Test("patients: equal requests of a screen are sent once per refresh")
  func whatAScreensPartsAskAlikeIsAskedOnceAndAnewWhenItIsRefreshed() async throws {
    let walk: [Key] = .open("grace") + ["5", "9", "1"]
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in walk { await session.press(key) }
    let asked = try await clinic.requests(for: "patient/").map(\.path)
    #expect(asked.count == 2)
    await session.press("r")
    try session.expect("Refreshed.")
    #expect(try await clinic.requests(for: "patient/").map(\.path) == asked + asked)
  }

  @Test("patients without a vault writes no file") func nothingOfWhatWasAnsweredOrTypedIsInAFile()
    async throws
  {
    let walk: [Key] = .open("grace") + ["2", .enter]
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in walk { await session.press(key) }
    try session.expect("Grace Akinyi Odhiambo")
    #expect(try clinic.home.files().isEmpty)
  }

  @Test("patients offline shows the age of its data")
  func aServerThatIsGoneIsSaidAndSoIsTheAgeOfWhatIsShown() async throws {
    let clinic = try await Clinic()
    let session = try await clinic.logIn()
    for key in .open("grace") + ["3"] as [Key] { await session.press(key) }
    let before = session.body
    try await clinic.goAway()
    await session.pass(seconds: 3600)
    await session.press("r")
    try session.expect("OFFLINE 12:00")
    #expect(session.words.contains("Connection closed without an answer"))
    try session.expect("Grace Akinyi Odhiambo")
    for row in before where row.contains("2026-11-20") { try session.expect(row) }
  }
}
