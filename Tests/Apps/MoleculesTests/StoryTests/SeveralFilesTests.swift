import Documents
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct SeveralFilesTests {
  private func target(_ operands: String..., in samples: SampleDirectory) throws -> Target {
    try Target(operands, directory: samples.directory.path) {
      OpenRequest.Document(path: samples.path("drugs.sdf"), isReceived: true)
    }
  }

  @Test("molecules lists several files of the command line") func severalFilesAreAList()
    async throws
  {
    let samples = try SampleDirectory()
    let target = try target("drugs.sdf", "cubane.mol", "drugs.sdf", in: samples)
    #expect(target.path == nil)
    let session = try await TestSession(
      Viewer(target: target, zone: .utc, directory: samples.home.path).application)
    for text in ["› 2 files", "drugs.sdf", "cubane.mol"] { try session.expect(text) }
    await session.press(.down, .enter)
    try session.expect("cubane")
    try await session.killAndRelaunch()
    try session.expect("cubane")
    await session.press(.escape)
    #expect(session.selectedText?.contains("cubane.mol") == true)
  }

  @Test("molecules opens piped input") func whatIsPipedInIsShown() async throws {
    let samples = try SampleDirectory()
    let target = try target("-", in: samples)
    #expect(target.openRequest.documents.map(\.isReceived) == [true])
    #expect(target.opening == [.records(of: FileID(samples.path("drugs.sdf")))])
  }

  @Test("molecules target of a record keeps its number") func aRecordIsHandedOverWithItsNumber()
    throws
  {
    let samples = try SampleDirectory()
    let target = try target("drugs.sdf#3", in: samples)
    #expect(target.path == samples.path("drugs.sdf"))
    #expect(target.openRequest.documents.map(\.part) == ["3"])
    let file = FileID(samples.path("drugs.sdf"))
    #expect(Target.routes(target.openRequest) == [.record(id: RecordID(3, in: file), of: file)])
    #expect(RecordID(3, in: file).name == "caffeine")
  }

  @Test("molecules target of more than 1000 files is refused")
  func moreFilesThanCanBeHandedOverAreRefusedInWords() throws {
    let samples = try SampleDirectory()
    let operands = Array(repeating: "drugs.sdf", count: OpenRequest.limit + 1)
    let problem = try #require(
      #expect(throws: UsageError.self) {
        try Target(operands, directory: samples.directory.path) {
          OpenRequest.Document(path: samples.path("drugs.sdf"))
        }
      })
    #expect(problem.localizedDescription.contains("1,001 files"))
  }

  @Test("molecules target refuses a record number among several files")
  func recordsAreNamedOneAtATime() throws {
    let samples = try SampleDirectory()
    #expect(throws: UsageError.self) {
      try target("drugs.sdf#3", "cubane.mol", in: samples)
    }
  }

  @Test("molecules target refuses pipes and devices") func pipesAndDevicesAreRefused() throws {
    let samples = try SampleDirectory()
    #expect(mkfifo(samples.path("pipe"), 0o600) == 0)
    for operand in ["pipe", "/dev/zero", "/dev/tty"] {
      #expect(throws: DocumentError.self) { try target(operand, in: samples) }
      #expect(throws: DocumentError.self) { try target("drugs.sdf", operand, in: samples) }
    }
  }

  @Test("molecules reports that recent files cannot be saved")
  func recentFilesThatCantBeKeptAreSaidNotToBe() async throws {
    let samples = try SampleDirectory()
    let viewer = Viewer(
      recent: RecentFiles(file: PrivateFile("/dev/null/nowhere/recent.json")),
      target: Target("drugs.sdf", directory: samples.directory.path), zone: .utc,
      directory: samples.home.path)
    let session = try await TestSession(viewer.application)
    try session.expect("Recent files aren't saved:")
  }

  @Test("molecules quarantines a damaged list of recent files")
  func aDamagedListOfRecentFilesIsSetAsideAndSaid() async throws {
    let samples = try SampleDirectory()
    try samples.home.write("recent.json", "{")
    let viewer = Viewer(
      recent: RecentFiles(file: PrivateFile(samples.home.file("recent.json"))),
      target: Target("drugs.sdf", directory: samples.directory.path), zone: .utc,
      directory: samples.home.path)
    let session = try await TestSession(viewer.application)
    try session.expect("Set aside as recent.json.aside-1:")
    #expect(try samples.home.bytes("recent.json.aside-1") == Array("{".utf8))
  }
}
