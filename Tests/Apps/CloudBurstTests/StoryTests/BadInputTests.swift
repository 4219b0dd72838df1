import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

@MainActor @Suite struct BadInputTests {
  private let directory: TemporaryDirectory
  private var file: URL { URL(fileURLWithPath: directory.path + "/list.json") }

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ text: String) throws { try directory.write("list.json", text) }

  @Test("CloudBurst broken recording is named, the last data stay")
  func aListThatBreaksIsNamedAndWhatWasShownStays() async throws {
    try write("[{\"id\":1,\"name\":\"Alpha\"},{\"id\":2,\"name\":\"Beta\"}]")
    let session = try await cloudBurst(unplugged: file.path, size: Size(rows: 24, columns: 160))
    try session.expect("Beta")

    try write("[{\"id\":1,\"name\":\"Alpha\"},\n {\"id\":2")
    await session.press("r")
    try session.expect(" failed")
    try session.expect("line 2, column")
    try session.expect("Showing the last good data.")
    try session.expect("Beta")

    try write("[{\"id\":2,\"name\":\"Beta again\"}]")
    await session.press("r")
    try session.expectNo(" failed")
    try session.expect("Beta again")
  }

  @Test("CloudBurst deleted system leaves its neighbour selected", arguments: [false, true])
  func aSystemThatIsGoneLeavesTheSelectionWithItsNeighbour(isRestarted: Bool) async throws {
    try write("[{\"id\":1,\"name\":\"A\"},{\"id\":2,\"name\":\"B\"},{\"id\":3,\"name\":\"C\"}]")
    let session = try await cloudBurst(unplugged: file.path)
    await session.press("j")
    try await session.killAndRelaunch()
    #expect(session.selectedText?.hasPrefix("? B") == true)
    try write("[{\"id\":3,\"name\":\"C\"},{\"id\":1,\"name\":\"A\"}]")
    if isRestarted { try await session.killAndRelaunch() } else { await session.press("r") }
    #expect(session.selectedText?.hasPrefix("? C") == true)
    try session.expect("“B” was deleted; its neighbour is selected.")
  }

  @Test("CloudBurst screen names skipped entries")
  func oneBadEntryAmongGoodOnesIsSkippedCountedAndNamed() async throws {
    try write("[{\"id\":1,\"name\":\"A\"},{\"name\":\"no id\"},{\"id\":1,\"name\":\"again\"}]")
    let session = try await cloudBurst(unplugged: file.path)
    try session.expect("2 of 3 entries unreadable, skipped")
    try session.expect("1 system")
  }

  @Test("CloudBurst screen names line and column of a missing bracket")
  func theArticlesListingAsPrintedIsNamedByLineAndColumn() async throws {
    let listing = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/listing-6-as-printed.json")
    let session = try await cloudBurst(unplugged: listing.path, size: Size(rows: 24, columns: 160))
    try session.expect(" failed")
    try session.expect("line 44, column 1: the array that begins in line 1 isn't closed;")
  }

  @Test("CloudBurst screen names a missing recording") func aMissingFileIsSaidAtOnce() async throws
  {
    let session = try await cloudBurst(unplugged: "/nowhere/list.json")
    try session.expect("/nowhere/list.json: there is no such file or folder.")
  }
}
