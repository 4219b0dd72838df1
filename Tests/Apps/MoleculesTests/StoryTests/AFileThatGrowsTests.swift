import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Molecules

/// A list of records comes back in the manner in which it was left, and turns to pages where its
/// file has become too large.
@MainActor @Suite struct AFileThatGrowsTests {
  private let samples: SampleDirectory
  private let store = InMemorySnapshotStore()

  init() throws { samples = try SampleDirectory() }

  /// More than is read as a whole: m1, m2, m3 and so on.
  private static let many: String = {
    let record = Samples.drugs.components(separatedBy: "$$$$\n")[0]
    let count = (RecordRow.wholeListLimit / record.utf8.count) + 200
    return (1...count).map { "m\($0)" + record.dropFirst("aspirin".count) + "$$$$\n" }.joined()
  }()

  private func filter(_ text: String, in session: TestSession<Route>) async throws {
    await session.press("/")
    await session.type(text)
    await session.press(.enter)
    try session.expect("/" + text)
  }

  @Test("molecules: filter of a large file survives its absence")
  func theFilterOfALargeFileOutlivesItsAbsence() async throws {
    try samples.write("large.sdf", AFileThatGrowsTests.many)
    let left = try await samples.session("large.sdf", store: store)
    try await filter("m170", in: left)
    try FileManager.default.removeItem(atPath: samples.path("large.sdf"))
    let away = try await samples.session("large.sdf", store: store)
    try away.expect("/m170")
    try away.expect("No such file")
    await away.press("r")
    try samples.write("large.sdf", AFileThatGrowsTests.many)
    let session = try await samples.session("large.sdf", store: store)
    try session.expect("/m170")
    try session.expect("m1700")
    try session.expectNo("newer version")
  }

  @Test("molecules: list of a growing file keeps its filter in pages")
  func aListWhoseFileGrowsKeepsItsFilterInPages() async throws {
    let left = try await samples.session("drugs.sdf", store: store)
    try await filter("caff", in: left)
    try samples.write("drugs.sdf", Samples.drugs + AFileThatGrowsTests.many, at: 1_763_900_000)
    let session = try await samples.session("drugs.sdf", store: store)
    try session.expect("/caff")
    try session.expect("caffeine")
    try session.expectNo("newer version")
    try await expectPages(session)
    // It doesn't turn back.
    try samples.write("drugs.sdf", Samples.drugs, at: 1_763_910_000)
    let smaller = try await samples.session("drugs.sdf", store: store)
    try smaller.expect("/caff")
    try smaller.expect("caffeine")
    try smaller.expectNo("newer version")
  }

  @Test("molecules: large file that reappears is read in pages")
  func aLargeFileThatComesBackIsNotReadAsAWhole() async throws {
    let session = try await samples.session("late.sdf", store: store)
    try session.expect("No such file")
    try samples.write("late.sdf", AFileThatGrowsTests.many)
    await session.press("r")
    try session.expect("m1 ")
    try session.expectNo("No such file")
    try await expectPages(session)
  }

  @Test("molecules: list states of earlier releases are migrated")
  func theStatesOfFormerReleasesComeBack() throws {
    let filter: JSON = .object([.init("text", .string("caff")), .init("caret", .number("4"))])
    let whole: JSON = .object([.init("filter", filter), .init("selectedName", .string("3"))])
    let pages: JSON = .object([
      .init("top", .number("40")),
      .init("list", .object([.init("version", .number("4")), .init("state", whole)])),
    ])
    for (saved, version, isPaged) in [(whole, 3, false), (whole, 4, false), (pages, 1, true)] {
      let state = RecordsController.migrations.bringUpToDate(saved, from: version)
      let restored = StateCoder.restore(RecordsState.self, from: state)
      #expect(restored.lostKeys == [])
      #expect(restored.unknown.isEmpty)
      #expect(restored.state.isPaged == isPaged)
      let list = try #require(restored.state.list)
      #expect(list.state["top"]?.int == (isPaged ? 40 : nil))
      let inner = isPaged ? list.state["list"]?["state"] : list.state
      #expect(inner?["filter"]?["text"]?.string == "caff")
      #expect(inner?["filter"]?["caret"]?.int == 4)
      #expect(restored.state.number == (isPaged ? nil : 3))
    }
  }

  /// A DataSheet isn't written record by record.
  private func expectPages(_ session: TestSession<Route>) async throws {
    await session.press("e")
    try session.expect("SDF →")
    try session.expectNo("DS →")
    await session.press(.escape)
  }
}
