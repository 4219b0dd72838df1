import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct DirectoryListingTests {
  /// Makes a link that leads to itself, which nobody can read, root neither.
  private func lock(_ name: String, in samples: SampleDirectory) {
    #expect(symlink(name, samples.path(name)) == 0)
  }

  @Test("Directory listing counts unreadable files separately") func whatCannotBeReadIsNoOtherKind()
    async throws
  {
    let samples = try SampleDirectory()
    lock("locked.mol", in: samples)
    let listing = try await DirectoryListing(ofDirectory: samples.path(""), zone: .utc)
    #expect(listing.unreadable == ["locked.mol"])
    #expect(listing.otherCount == 1)
    #expect(listing.summary == "4 files · 1 can't be read · 1 of other kinds")
    let session = try await samples.session(samples.path(""))
    try session.expect("1 can't be read")
  }

  @Test("Directory listing reports a single unreadable file")
  func whatAloneIsThereAndCannotBeReadIsSaid() async throws {
    let samples = try SampleDirectory()
    let directory = samples.home.file("locked")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    #expect(symlink("a.mol", directory + "/a.mol") == 0)
    let listing = try await DirectoryListing(ofDirectory: directory, zone: .utc)
    #expect(listing.rows.isEmpty)
    #expect(listing.summary == "1 can't be read")
  }

  @Test("Recent file that cannot be read is not reported as gone")
  func aRecentFileThatCannotBeReadIsNotGone() throws {
    let samples = try SampleDirectory()
    lock("locked.mol", in: samples)
    let row = FileRow(path: samples.path("locked.mol"), isRecent: true, zone: .utc)
    #expect(row.kind == "can't be read")
    #expect(FileRow(path: samples.path("no.mol"), isRecent: true, zone: .utc).kind == "gone")
  }

  @Test("File row remembers the type of a file that is unchanged")
  func whatAListHasLookedAtIsNotReadAgainToBeOpened() throws {
    let samples = try SampleDirectory()
    try samples.write("a.mol", Samples.drugs)
    let path = samples.path("a.mol")
    let row = FileRow(path: path, isRecent: false, zone: .utc)
    let list = Route.records(of: FileID(path))
    #expect(Target.route(row) == list)
    // Of the same size and time: only its bytes could tell.
    let padding = String(
      repeating: "\n", count: Samples.drugs.utf8.count - Samples.aspirin.utf8.count)
    try samples.write("a.mol", Samples.aspirin + padding)
    #expect(Target.route(row) == list)
    // One that isn't as it was is looked at again.
    try samples.write("a.mol", Samples.aspirin + padding, at: 1_763_812_900)
    #expect(Target.route(row) == .record(id: RecordID(number: 1), of: FileID(path)))
    let directory = FileRow(path: samples.path(""), isRecent: false, zone: .utc)
    #expect(Target.route(directory) == .folder(path: samples.path("")))
  }

  @Test("Directory listing over its limit says so") func aFolderWithMoreThanAreListedSaysSo()
    async throws
  {
    let samples = try SampleDirectory()
    let path = samples.path("")
    let some = try await DirectoryListing(ofDirectory: path, limit: 3, zone: .utc)
    #expect(some.rows.map(\.name) == ["aspirin.mol", "cubane.mol", "drugs.sdf"])
    #expect(some.isCut)
    #expect(some.note == "Only the first 3 by name are listed; there are more.")
    for limit in [4, nil] {
      let all = try await DirectoryListing(ofDirectory: path, limit: limit, zone: .utc)
      #expect(all.rows.count == 4 && all.note == nil)
    }
  }

  @Test("Directory listing reports a name that is not UTF-8")
  func aNameThatIsNotUTF8IsSaidToBeUnreadable() async throws {
    let samples = try SampleDirectory()
    let bytes = Array(samples.path("").utf8) + Array("/caf".utf8) + [0xE9] + Array(".mol\0".utf8)
    let path = bytes.map { CChar(bitPattern: $0) }
    let descriptor = open(path, O_CREAT | O_WRONLY, 0o644)
    #expect(descriptor >= 0)
    close(descriptor)
    // Foundation couldn't.
    defer { unlink(path) }
    let listing = try await DirectoryListing(ofDirectory: samples.path(""), zone: .utc)
    #expect(listing.unreachable == ["caf\u{FFFD}.mol"])
    #expect(listing.summary.contains("1 can't be read"))
    let arguments = try Molecules.program.arguments(["list", samples.path("")])
    let list = try #require(Molecules.commands.first { $0.name == "list" })
    let output = try await list.run(arguments)
    #expect(output.exitCode == .inputOutput)
    #expect(output.note?.contains("caf\u{FFFD}.mol can't be read: its name isn't UTF-8.") == true)
  }
}
