import Chemistry
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct ALargeFileTests {
  /// Some 5 MiB: more than is read as a whole.
  private func samples() throws -> SampleDirectory {
    let samples = try SampleDirectory()
    let record = Samples.drugs.components(separatedBy: "$$$$\n")[0]
    let count = (RecordRow.wholeListLimit / record.utf8.count) + 200
    let text = (1...count).map { number in
      "m\(number)" + record.dropFirst("aspirin".count) + "$$$$\n"
    }.joined()
    try samples.write("large.sdf", text)
    return samples
  }

  @Test("molecules large file: visible rows are read, End reaches the last")
  func onlyTheRowsInSightAreReadAndTheEndIsReached() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf")
    try session.expect("m1 ")
    await session.press(.end)
    let file = try ChemicalFile(path: samples.path("large.sdf"))
    try session.expect("m\(file.count)")
    // By its number one goes to a record, so it is never cut.
    #expect(session.selectedText?.split(separator: " ").contains("\(file.count)") == true)
    await session.press(.enter)
    try session.expect("\(file.count.grouped) of \(file.count.grouped)")
    try await session.killAndRelaunch()
    try session.expect("\(file.count.grouped) of \(file.count.grouped)")
  }

  @Test("molecules large file: an invalid record number is refused")
  func aNumberThatIsNoneLeadsToNoRecord() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf")
    await session.press("#")
    await session.type("1.5")
    await session.press(.enter)
    try session.expect("Enter a whole number, counted from 1.")
    await session.press(.backspace, .backspace)
    await session.type(",500")
    await session.press(.enter)
    #expect(session.selectedText?.split(separator: " ").contains("1500") == true)
  }

  @Test("molecules large file: search progress is reported")
  func thePartThatIsSearchedIsSaidToTheList() async throws {
    let samples = try samples()
    var said: [String] = []
    let request = ListPageRequest(start: 0, count: 20, loadReason: .appear) { said.append($0) }
    let file = FileID(samples.path("large.sdf"))
    _ = try await recordPages(of: file, samples.viewer()).fetch(request)
    try await waitUntil("the progress is said") { !said.isEmpty }
    #expect(said.allSatisfy { $0.hasSuffix(" % of the file") })
  }

  @Test("molecules large file: index is stored and reused") func itsIndexIsKeptAndUsedAgain()
    async throws
  {
    let samples = try samples()
    _ = try await samples.session("large.sdf")
    #expect(try samples.home.files().contains { $0.hasSuffix(".index") })
    let library = FileLibrary(indexes: IndexDirectory(in: PrivateDirectory(samples.home.path)))
    let searches = SearchCount()
    let file = try await library.open(samples.path("large.sdf")) { _ in searches.add() }
    #expect(searches.count == 0)
    #expect(file.count > 2_000)
    // Another state of the file is searched again.
    try samples.write("large.sdf", Samples.drugs + Samples.drugs, at: 1_764_000_000)
    #expect(try await library.open(samples.path("large.sdf")).count == 10)
  }

  @Test("molecules large file: export has the filtered records")
  func whatTheFilterShowsIsWrittenRecordByRecord() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf", size: Size(rows: 24, columns: 160))
    let count = try ChemicalFile(path: samples.path("large.sdf")).count
    await session.press("/")
    await session.type("m17")
    await session.press(.enter, "e")
    try session.expect("SDF → ./large-export.sdf")
    try session.expectNo("DS →")
    await session.press(.enter)
    let names = (1...count).map { "m\($0)" }.filter { $0.contains("m17") }
    try session.expect("\(names.count.grouped) records written to")
    let written = try ChemicalDocument(samples.home.bytes("large-export.sdf"))
    #expect(written.records.map(\.name) == names)
    #expect(try !samples.home.files().contains { $0.hasSuffix(".new") })
  }

  /// Another program has put a record in front, so that each number is the one before's.
  @Test("molecules large file: filtered export is refused after a change")
  func otherRecordsThanThoseThatTheFilterShowsAreNotWritten() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf", size: Size(rows: 24, columns: 160))
    await session.press("/")
    await session.type("m17")
    await session.press(.enter)
    let text = String(decoding: try samples.directory.bytes("large.sdf"), as: UTF8.self)
    try samples.write("large.sdf", Samples.aspirin + "\n$$$$\n" + text, at: 1_764_000_000)
    await session.press("e", .enter)
    try session.expect("The file has changed since it was listed.")
    #expect(try !samples.home.files().contains { $0.contains("large-export") })
  }

  /// Without a filter the list has no rows by which another record could be told.
  @Test("molecules large file: export after a change says so")
  func aFileThatHasChangedSinceItWasListedIsSaidToHave() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf", size: Size(rows: 24, columns: 160))
    let text = String(decoding: try samples.directory.bytes("large.sdf"), as: UTF8.self)
    try samples.write("large.sdf", Samples.aspirin + "\n$$$$\n" + text, at: 1_764_000_000)
    await session.press("e", .enter)
    try session.expect("written to")
    await session.press("!")
    let words = session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("large.sdf has changed since it was opened here."))
  }

  @Test("molecules large file: export has all records")
  func allRecordsAreWrittenThoughFewAreInMemory() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf", size: Size(rows: 24, columns: 160))
    await session.press("e", .enter)
    let file = try ChemicalFile(path: samples.path("large.sdf"))
    try session.expect("\(file.count.grouped) records written to")
    let written = try ChemicalFile(path: samples.home.file("large-export.sdf"))
    #expect(written.count == file.count)
    #expect(try written.record(file.count - 1).name == "m\(file.count)")
  }

  @Test("molecules large file: export keeps unreadable records as they are")
  func whatCannotBeReadIsWrittenByteForByte() async throws {
    let samples = try samples()
    let entry = Samples.damagedDrugs.components(separatedBy: "$$$$\n")[4] + "$$$$\n"
    let latin = entry.replacing("broken", with: "br\u{F6}ken").unicodeScalars.map {
      UInt8($0.value)
    }
    let whole = try samples.directory.bytes("large.sdf") + latin
    try Data(whole).write(to: URL(fileURLWithPath: samples.path("large.sdf")))
    let session = try await samples.session("large.sdf", size: Size(rows: 24, columns: 160))
    await session.press("e", .enter)
    try session.expect("records written to")
    #expect(try samples.home.bytes("large-export.sdf").suffix(latin.count) == latin[...])
  }

  @Test("molecules large file: export follows the sort order")
  func theOrderOfTheListIsThatOfTheFile() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf", size: Size(rows: 24, columns: 160))
    await session.press("/")
    await session.type("m170")
    await session.press(.enter, "N", "N", "e", .down, .down, .enter)
    try session.expect("11 records written to")
    let lines = String(decoding: try samples.home.bytes("large-export.csv"), as: UTF8.self)
      .split(separator: "\r\n")
    #expect(lines.count == 12)
    #expect(lines[0].hasPrefix("number,name,formula,mass,field.CAS"))
    #expect(lines[1].hasPrefix("1709,m1709,C9H8O4,180.16,50-78-2"))
    #expect(lines[11].hasPrefix("170,m170,"))
  }

  @Test("molecules large file: CSV export names fields without a column")
  func aFieldThatNoColumnHasIsSaidToBeLeftOut() async throws {
    let samples = try samples()
    let whole = try String(contentsOfFile: samples.path("large.sdf"), encoding: .utf8)
    try samples.write("large.sdf", whole + Samples.aspirin + "\n> <LATE>\n1\n\n$$$$\n")
    let session = try await samples.session("large.sdf")
    await session.press("e", .down, .down, .enter)
    try session.expect("written to")
    await session.press("!")
    let words = session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("as “LATE”, are left out; molecules list --csv has them."))
  }

  @Test("molecules large file: JSON export is complete") func jsonIsWhole() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf")
    await session.press("/")
    await session.type("m209")
    await session.press(.enter, "e", .end, .enter)
    let json = try JSON(samples.home.bytes("large-export.json"))
    #expect(json.array?.first?["name"]?.string == "m209")
    #expect(json.array?.count == 11)
  }

  @Test("molecules large file: selected record stays after insertions")
  func theSelectedRecordStaysSoWhenOthersAreInFrontOfIt() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf")
    await session.press("#", "1", "5", "0", "0", .enter)
    #expect(session.selectedText?.contains("m1500 ") == true)
    let text = String(decoding: try samples.directory.bytes("large.sdf"), as: UTF8.self)
    try samples.write("large.sdf", Samples.aspirin + "\n$$$$\n" + text, at: 1_764_000_000)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.contains("m1500 ") == true)
    try session.expectNo("no longer listed")
    // The record's neighbour is its own, also where the list is first built for it.
    await session.press(.enter)
    try session.expect("1,501 of")
    try samples.write(
      "large.sdf", Samples.aspirin + "\n$$$$\n" + Samples.aspirin + "\n$$$$\n" + text,
      at: 1_764_000_100)
    try await session.killAndRelaunch()
    await session.press("n")
    try session.expect("m1501")
  }

  @Test("molecules large file: position stays if the record is gone")
  func whereTheSelectedRecordIsGoneItsPlaceStays() async throws {
    let samples = try samples()
    let session = try await samples.session("large.sdf")
    await session.press("#", "1", "5", "0", "0", .enter)
    let text = String(decoding: try samples.directory.bytes("large.sdf"), as: UTF8.self)
    let records = text.components(separatedBy: "$$$$\n")
    // Of those around it none is left either.
    let kept = records[..<1_480].map { $0 } + records[1_520...]
    try samples.write("large.sdf", kept.joined(separator: "$$$$\n"), at: 1_764_000_000)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.contains("m1540 ") == true)
    try session.expect("“m1500”")
  }

  @Test("molecules large file: the restoration law holds for keys") func everyEventIsRestored()
    async throws
  {
    let samples = try samples()
    try await assertRestorable(
      samples.viewer("large.sdf").application,
      script: .events(
        ([.down, .down, .pageDown, .end, .up, .home, .pageDown, .enter, .escape, .down] as [Key])
          .map { .key($0) }))
  }
}

/// A number that may be counted up anywhere.
private final class SearchCount: @unchecked Sendable {
  // The lock is held for every access.
  private let lock = NSLock()
  private var value = 0
  var count: Int { lock.withLock { value } }
  func add() { lock.withLock { value += 1 } }
}
