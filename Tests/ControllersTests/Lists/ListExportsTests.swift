import Controllers
import Foundation
import RepriseTesting
import Terminals
import Testing

@MainActor @Suite struct ListExportsTests {
  private let barn = Barn(count: 12)
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    barn.exports = Self.exports(to: folder.path)
  }

  private static func exports(to folder: String) -> ListExports<Animal> {
    ListExports(
      folder: folder, fileName: "animals",
      formats: [
        .init("CSV") { CSV($0, columns: Animal.columns).text },
        .init("IDs") { $0.map(\.id).joined(separator: " ") },
      ])
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test func whatIsShownIsWrittenInItsOrder() async throws {
    let session = try await barn.session()
    await session.mouse(.click, row: 1, column: 4)
    await session.mouse(.click, row: 1, column: 4)
    await session.press("/", "1", .enter, "e", "j", .enter)
    try session.expect("3 rows written to")
    #expect(try text("animals.ids") == "11 10 01")
  }

  @Test func thePersonChoosesTheFormat() async throws {
    let session = try await barn.session()
    await session.press("e")
    try session.expect("CSV → ./animals.csv")
    try session.expect("IDs → ./animals.ids")
    await session.press(.escape)
    #expect(try folder.files() == [])
    await session.press("e", .enter)
    #expect(try folder.files() == ["animals.csv"])
    #expect(try text("animals.csv").split(whereSeparator: \.isNewline).count == 13)
  }

  @Test func theFileIsThePersonsAlone() async throws {
    let session = try await barn.session()
    await session.press("e", .enter)
    #expect(try folder.permissions("animals.csv") == 0o600)
  }

  @Test func noFileIsEverWrittenOver() async throws {
    try folder.write("animals.ids", "mine")
    let session = try await barn.session()
    await session.press("e", "j", .enter, "/", "1", "1", .enter, "e", "j", .enter)
    #expect(try text("animals.ids") == "mine")
    #expect(try text("animals-2.ids").hasPrefix("00 01 02"))
    #expect(try text("animals-3.ids") == "11")
    try session.expect("1 row written to")
  }

  @Test func whereNothingCanBeWrittenThePersonIsToldWhy() async throws {
    barn.exports = Self.exports(to: folder.file("nowhere"))
    let session = try await barn.session(size: Size(rows: 24, columns: 200))
    await session.press("e", .enter)
    try session.expect("nowhere/animals.csv")
    try session.expect("o such file or directory")
    try session.expectNo("SnapshotProblem")
    #expect(try folder.files() == [])
    await session.press("j")
    #expect(session.selectedID == "01")
  }

  @Test func whatIsChosenAfterAKillIsWrittenOnceTheRowsAreThere() async throws {
    let session = try await barn.session()
    await session.press("/", "1", .enter, "e", "j")
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expect("3 rows written to")
    #expect(try text("animals.ids") == "01 10 11")
  }

  @Test func whereTheRowsDontComeAfterAKillNothingIsWritten() async throws {
    let session = try await barn.session()
    await session.press("e")
    barn.failure = TestProblem()
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expect("failed")
    #expect(try folder.files() == [])
  }

  @Test func theLawHoldsWhileThePersonChooses() async throws {
    try await assertRestorable(
      barn.application,
      script: .events((["e", "j", .escape, "j", "e", "?", .escape] as [Key]).map { .key($0) }))
  }
}
