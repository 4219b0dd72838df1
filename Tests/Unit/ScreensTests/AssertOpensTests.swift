import Foundation
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// What a released session file lost has to be caught, wherever in it that is.
@MainActor @Suite struct AssertOpensTests {
  private let test = TestApplication()
  private let directory: TemporaryDirectory
  private var file: URL { URL(fileURLWithPath: directory.file("released.snapshot")) }

  init() throws { directory = try TemporaryDirectory() }

  private static let root = #"{"route":{"root":{}},"state":{"answer":"none","count":7},"title":""}"#
  private static let counter =
    #"{"route":{"counter":{"id":"one"}},"state":{"answer":"none","count":0},"title":"one"}"#

  private func release(_ entries: [String], application: String = "test") throws {
    let saved = Snapshot(
      application: application, version: "1", account: nil, savedAt: 0,
      entries: entries.map { Snapshot.Entry(bytes: Array($0.utf8)) })
    let file = SnapshotFile(path: file.path)
    _ = try file.load()
    try file.save(saved.body)
    try file.save(saved.body)
  }

  @Test("assertOpens accepts a released snapshot that loses nothing")
  func aFileOfWhichNothingIsLostOpensAndCanBeUsed() async throws {
    try release([Self.root, Self.counter])
    let before = try Data(contentsOf: file)
    let session = try await assertOpens(file, with: test.application)
    try session.expect("Test › one")
    await session.press("+", .escape)
    try session.expect("count 7")
    #expect(try Data(contentsOf: file) == before)
    #expect(try ReleasedSnapshots(in: URL(fileURLWithPath: directory.path)).files.count == 1)
  }

  @Test(
    "assertOpens catches a loss in the top entry and below",
    arguments: [
      #"{"route":{"counter":{"id":"one"}},"state":{"count":"seven"}}"#,
      #"{"route":{"counter":{"id":"one"}},"state":{"renamed":1}}"#,
      #"{"route":{"gone":{}},"state":{}}"#, #"{"state":{}}"#,
      // A key that was added since, one of another kind, and a route that says more.
      #"{"route":{"counter":{"id":"one"}},"state":{"count":7}}"#,
      #"{"route":{"counter":{"id":"one"}},"state":{"answer":null,"count":7}}"#,
      #"{"route":{"counter":{"id":"one","of":"two"}},"state":{"answer":"none","count":7}}"#,
    ])
  func aLossIsCaughtOnTopAndBelowIt(entry: String) async throws {
    try release([Self.root, entry])
    await #expect(throws: SnapshotNotOpened.self) {
      try await assertOpens(file, with: test.application)
    }
    try release([Self.root, entry, Self.counter])
    await #expect(throws: SnapshotNotOpened.self) {
      try await assertOpens(file, with: test.application)
    }
  }

  @Test("assertOpens catches a damaged slot") func aDamagedSlotIsCaught() async throws {
    try release([Self.root])
    var bytes = try directory.bytes("released.snapshot")
    bytes[100] ^= 1
    try directory.write("released.snapshot", bytes)
    await #expect(throws: SnapshotNotOpened.self) {
      try await assertOpens(file, with: test.application)
    }
  }

  @Test("assertOpens catches another application's snapshot") func anotherApplicationsFileIsCaught()
    async throws
  {
    try release([Self.root], application: "other")
    await #expect(throws: SnapshotNotOpened.self) {
      try await assertOpens(file, with: test.application)
    }
  }

  @Test("Released snapshots in an empty directory are an error")
  func aFolderWithoutFilesIsNoFolderOfReleases() {
    #expect(throws: SnapshotNotOpened.self) {
      try ReleasedSnapshots(in: URL(fileURLWithPath: directory.path)).files
    }
  }
}
