import Reprise
import RepriseTesting
import Testing

@testable import Journal

/// Stories of the journal, each with a folder of its own.
@MainActor @Suite struct JournalTests {
  private let directory: TemporaryDirectory
  private var application: Application<Route> {
    Journal(PrivateDirectory(directory.path)).application
  }

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("Journal: a note being typed survives a kill and can be deleted")
  func aNoteBeingTypedSurvivesAKillAndIsDeletedAfterAQuestion() async throws {
    let session = try await TestSession(application)
    try session.expect("There are no notes yet.")
    await session.press("n")
    await session.type("Bread")
    await session.press(.tab)
    await session.type("2026-11-2")
    try await session.killAndRelaunch()
    try session.expect("Bread")
    await session.type("4")
    await session.press(.tab)
    await session.type("Rye, and too much salt")
    await session.press(.enter)
    try session.expect("1 note")
    await session.press(.enter)
    try session.expect("Notes › Bread")
    await session.press("d")
    try await session.killAndRelaunch()
    try session.expect("Delete “Bread”? This can't be undone.")
    await session.press(.enter)
    try session.expect("Notes › Bread")
    await session.press("d", .right, .enter)
    try session.expect("There are no notes yet.")
  }

  @Test func aChangedNoteIsChangedOnEveryScreen() async throws {
    try directory.writeNotes()
    let session = try await TestSession(application)
    await session.press("/")
    await session.type("tuesday")
    await session.press(.enter, .enter, "e", .control("u"))
    await session.type("Wednesday")
    try await session.killAndRelaunch()
    await session.press(.tab, .tab, .enter)
    try session.expect("Wednesday")
    try session.expectNo("Tuesday")
    await session.press(.escape, .escape)
    try session.expect("Wednesday")
    try session.expectNo("Tuesday")
  }

  @Test("Journal: a note needs a title and a valid date")
  func aNoteNeedsATitleAndADayOfTheCalendar() async throws {
    let session = try await TestSession(application)
    await session.press("n", .tab)
    await session.type("2026-02-30")
    try session.expect("not a day like 2026-11-24")
    await session.press(.tab, .enter)
    try session.expect("A note needs a title.")
    await session.type("Leap day")
    await session.press(.tab, .tab, .enter)
    try session.expect("not a day like 2026-11-24")
    #expect(try directory.files().isEmpty)
  }

  @Test("Journal reports a damaged file and leaves it unchanged")
  func aDamagedFileIsToldOfAndLeftAsItIs() async throws {
    try directory.write("notes.json", "[")
    let session = try await TestSession(application)
    try session.expect("Loading failed")
    await session.press("n", "x", .tab, .tab, .enter)
    try session.expect("The note wasn't saved")
    #expect(try directory.bytes("notes.json") == Array("[".utf8))
  }
}
