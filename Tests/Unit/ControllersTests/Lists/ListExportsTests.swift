import Controllers
import Core
import Foundation
import RepriseTesting
import Terminals
import Testing

@MainActor @Suite struct ListExportsTests {
  private let barn = Barn(count: 12)
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    barn.exports = Self.exports(to: directory.path)
  }

  private static func exports(to directory: String) -> ListExports<Animal> {
    ListExports(
      directory: directory, fileName: "animals",
      formats: [
        .csv(),
        .init("IDs") { $0.map(\.id).joined(separator: " ") },
      ])
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try directory.bytes(name), as: UTF8.self)
  }

  @Test("A list's export writes the filtered rows in their sort")
  func whatIsShownIsWrittenInItsOrder() async throws {
    let session = try await barn.session()
    await session.mouse(.click, row: 1, column: 4)
    await session.mouse(.click, row: 1, column: 4)
    await session.press("/", "1", .enter, "e", "j", .enter)
    try session.expect("3 rows written to")
    #expect(try text("animals.ids") == "11 10 01")
  }

  @Test("A list's export reports unreadable entries as not whole")
  func aFileThatIsNotWholeIsSaidToBeThat() async throws {
    barn.unreadableCount = 2
    let session = try await barn.session(size: Size(rows: 24, columns: 200))
    await session.press("e", .enter)
    try session.expect("animals.csv. Incomplete: 2 entries couldn't be read.")
  }

  @Test("A list's export asks for the format") func thePersonChoosesTheFormat() async throws {
    let session = try await barn.session()
    await session.press("e")
    try session.expect("CSV → ./animals.csv")
    try session.expect("IDs → ./animals.ids")
    await session.press(.escape)
    #expect(try directory.files() == [])
    await session.press("e", .enter)
    #expect(try directory.files() == ["animals.csv"])
    #expect(try text("animals.csv").split(whereSeparator: \.isNewline).count == 13)
  }

  @Test("A list's export for Excel is the CSV with a byte order mark")
  func excelGetsTheSameWithAByteOrderMark() async throws {
    barn.exports = ListExports(
      directory: directory.path, fileName: "animals", formats: [.csvForExcel(), .csv()])
    let session = try await barn.session(size: Size(rows: 24, columns: 200))
    await session.press("e")
    try session.expect("CSV for Excel → ./animals.csv")
    await session.press(.enter)
    try session.expect("12 rows written to")
    await session.press("e", "j", .enter)
    try session.expect("animals-2.csv")
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try directory.bytes("animals.csv") == mark + directory.bytes("animals-2.csv"))
  }

  @Test("A list's export writes the columns and values of its format")
  func otherColumnsAndValuesAreWrittenWhereTheyAreNamed() async throws {
    let number = Column<Animal>("number", heading: "NO", width: .fixed(2), text: { $0.id })
    barn.exports = ListExports(
      directory: directory.path, fileName: "animals",
      formats: [.csv([number]), .json { $0.id < "02" ? .string($0.name) : nil }])
    let session = try await barn.session()
    await session.press("e", .enter)
    #expect(try text("animals.csv").hasPrefix("number\r\n00\r\n01\r\n02"))
    await session.press("e", "j", .enter)
    let names: [JSON] = [.string("name of 00"), .string("name of 01")]
    #expect(try JSON(directory.bytes("animals.json")) == .array(names))
  }

  @Test("A list's exported file has permissions 0600") func theFileIsThePersonsAlone() async throws
  {
    let session = try await barn.session()
    await session.press("e", .enter)
    #expect(try directory.permissions("animals.csv") == 0o600)
  }

  @Test("A list's export never overwrites a file") func noFileIsEverWrittenOver() async throws {
    try directory.write("animals.ids", "mine")
    let session = try await barn.session()
    await session.press("e", "j", .enter, "/", "1", "1", .enter, "e", "j", .enter)
    #expect(try text("animals.ids") == "mine")
    #expect(try text("animals-2.ids").hasPrefix("00 01 02"))
    #expect(try text("animals-3.ids") == "11")
    try session.expect("1 row written to")
  }

  @Test("A list's export to a missing directory reports the error")
  func whereNothingCanBeWrittenThePersonIsToldWhy() async throws {
    barn.exports = Self.exports(to: directory.file("nowhere"))
    let session = try await barn.session(size: Size(rows: 24, columns: 200))
    await session.press("e", .enter)
    try session.expect("nowhere/animals.csv")
    try session.expect("o such file or directory")
    try session.expectNo("SnapshotProblem")
    #expect(try directory.files() == [])
    await session.press("j")
    #expect(session.selectedID == "01")
  }

  @Test("A list's export chosen after a kill waits for the rows")
  func whatIsChosenAfterAKillIsWrittenOnceTheRowsAreThere() async throws {
    let session = try await barn.session()
    await session.press("/", "1", .enter, "e", "j")
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expect("3 rows written to")
    #expect(try text("animals.ids") == "01 10 11")
  }

  @Test("A list's export after a kill writes nothing if loading fails")
  func whereTheRowsDontComeAfterAKillNothingIsWritten() async throws {
    let session = try await barn.session()
    await session.press("e")
    barn.failure = TestError()
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expect("failed")
    #expect(try directory.files() == [])
  }

  /// A format that writes a row, waits, and writes the rest.
  private func slowExports(_ gate: Turnstile) -> ListExports<Animal> {
    ListExports(
      directory: directory.path, fileName: "animals",
      formats: [
        .init("TXT") { selection, file in
          try file.write("first\n", rowCount: 1)
          try file.say("1 of 12")
          await gate.wait()
          try file.write("rest\n", rowCount: 11)
        }
      ])
  }

  @Test("A long export shows its progress while the list stays usable")
  func aLongExportSaysHowFarItIsAndTheListGoesOn() async throws {
    let gate = Turnstile(isOpen: false)
    barn.exports = slowExports(gate)
    let session = try await TestSession(barn.application, isEndless: true)
    await session.press("e", .enter)
    try await session.wait(for: "Exporting… 1 of 12")
    // It has no name before it is whole.
    #expect(try directory.files() == ["animals.txt.new"])
    await session.press("j", "e", .enter)
    try session.expect("An export is running.")
    #expect(session.selectedID == "01")
    gate.open()
    try await session.wait(for: "12 rows written to")
    try session.expectNo("Exporting…")
    #expect(try text("animals.txt") == "first\nrest\n")
    #expect(try directory.files() == ["animals.txt"])
  }

  @Test("A cancelled export leaves no file") func anExportThatIsGivenUpLeavesNothing() async throws
  {
    let gate = Turnstile(isOpen: false)
    barn.exports = slowExports(gate)
    let session = try await TestSession(barn.application, isEndless: true)
    await session.press("e", .enter)
    try await session.wait(for: "Exporting… 1 of 12")
    await session.press(.escape)
    gate.open()
    try await session.wait(for: "Export cancelled; nothing was written.")
    #expect(try directory.files() == [])
    try session.expectNo("Exporting…")
    await session.press("e", .enter)
    try await session.wait(for: "12 rows written to")
  }

  @Test("A failed export reports the error and leaves no file")
  func whatAFormatThrowsIsSaidAndNothingIsWritten() async throws {
    barn.exports = ListExports(
      directory: directory.path, fileName: "animals",
      formats: [
        .init("TXT") { _, file in
          try file.write("half")
          throw TestError()
        }
      ])
    let session = try await barn.session()
    await session.press("e", .enter)
    try session.expect("The well is dry.")
    #expect(try directory.files() == [])
  }

  @Test("A list's export format gets the filter and the columns")
  func aFormatKnowsTheFilterAndTheColumns() async throws {
    barn.exports = ListExports(
      directory: directory.path, fileName: "animals",
      formats: [
        .init("TXT") { selection, file in
          let rows = selection.rows ?? []
          let own = [Animal("31"), Animal("44")].filter(selection.includes)
          try file.write(
            selection.columns.map(\.id).joined(separator: " ") + " \(rows.count) \(own.map(\.id))",
            rowCount: rows.count)
        }
      ])
    let session = try await barn.session()
    await session.press("/", "1", .enter, "e", .enter)
    #expect(try text("animals.txt") == "name legs place 3 [\"31\"]")
  }

  @Test("The restoration law holds while an export format is chosen")
  func theLawHoldsWhileThePersonChooses() async throws {
    try await assertRestorable(
      barn.application,
      script: .events((["e", "j", .escape, "j", "e", "?", .escape] as [Key]).map { .key($0) }))
  }
}
