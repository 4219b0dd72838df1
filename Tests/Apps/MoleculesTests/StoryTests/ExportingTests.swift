import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Chemistry
@testable import Molecules

@MainActor @Suite struct ExportingTests {
  @Test("molecules exports a record in another format") func aRecordIsWrittenInAnotherFormat()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#1")
    await session.press("e")
    try session.expect("./aspirin.mol")
    await session.press(.enter)
    try session.expect("Written to")
    let written = try ChemicalDocument(samples.home.bytes("aspirin.mol"))
    #expect(written.format == .molfile)
    #expect(written.records.first?.molecule?.formula.hill == "C9H8O4")
  }

  @Test("molecules export says that the record changed meanwhile")
  func aRecordThatHasChangedMeanwhileIsSaidToHave() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#1")
    await session.press("e")
    let text = Samples.drugs.replacing("50-78-2", with: "50-78-3")
    try samples.write("drugs.sdf", text, at: 1_764_000_000)
    await session.press(.enter)
    try session.expect("Written to")
    try session.expect("changed since")
  }

  @Test("molecules exports a picture as text") func aPictureIsWrittenAsText() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#1")
    await session.press("e", .end, .enter)
    let text = String(decoding: try samples.home.bytes("aspirin.txt"), as: UTF8.self)
    #expect(text.contains("HO") || text.contains("OH"))
  }

  @Test("molecules export has only the filtered records")
  func whatTheFilterShowsIsWrittenAndNothingElse() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press("/")
    await session.type("c8h10")
    await session.press(.enter, "e")
    try session.expect("SDF → ./drugs-export.sdf")
    await session.press(.enter)
    try session.expect("1 record written to")
    let written = try ChemicalDocument(samples.home.bytes("drugs-export.sdf"))
    #expect(written.records.map(\.name) == ["caffeine"])
    #expect(written.records.first?["CAS"]?.text == "58-08-2")
  }

  /// The list's columns are those of the fields at the beginning of the file.
  @Test("molecules CSV export has a field that appears late")
  func aFieldThatComesLateIsExportedToo() async throws {
    let samples = try SampleDirectory()
    let record = Samples.aspirin + "\n"
    let count = (128 << 10) / record.utf8.count + 50
    try samples.write(
      "mid.sdf",
      String(repeating: record + "$$$$\n", count: count) + record + "> <IC50>\n7.5\n\n$$$$\n")
    let session = try await samples.session("mid.sdf")
    await session.press("e", .down, .down, .down, .enter)
    try session.expect("written to")
    let csv = String(decoding: try samples.home.bytes("mid-export.csv"), as: UTF8.self)
    let lines = csv.split(whereSeparator: \.isNewline)
    #expect(lines.first?.hasSuffix(",field.IC50") == true)
    #expect(lines.last?.hasSuffix(",7.5") == true)
  }

  @Test("molecules export reports what the format cannot hold")
  func whatTheFormatCouldNotHoldIsSaid() async throws {
    let samples = try SampleDirectory()
    try samples.write(
      "steps.rdf",
      "$RDFILE 1\n$DATM 10/21/25 10:00\n"
        + String(repeating: "$RFMT\n" + Samples.esterification, count: 2))
    let session = try await samples.session("steps.rdf")
    await session.press("e", .enter)
    try session.expect("2 records written to")
    await session.press("!")
    // Where its lines end depends on the folder's name.
    let words = session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("An SDfile has no reactions; “esterification” is written without"))
  }

  @Test("molecules DataSheet export reports a missing structure")
  func aRecordThatCannotBeReadIsSaidToBeWrittenWithoutItsStructure() async throws {
    let samples = try SampleDirectory()
    try samples.write("drugs.sdf", Samples.damagedDrugs)
    let session = try await samples.session("drugs.sdf")
    await session.press("e", .down, .enter)
    try session.expect("5 records written to")
    await session.press("!")
    let words = session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Written without a structure, since none can be read: “broken”."))
  }

  /// One that isn't UTF-8, among others that are.
  private func unreadable() throws -> (whole: [UInt8], entry: [UInt8]) {
    let parts = Samples.damagedDrugs.components(separatedBy: "$$$$\n")
    let entry = parts[4].replacing("broken", with: "br\u{F6}ken") + "$$$$\n"
    let latin = entry.unicodeScalars.map { UInt8($0.value) }
    return (Array((Samples.aspirin + "\n> <Unit>\n\u{B5}g\n\n$$$$\n").utf8) + latin, latin)
  }

  @Test("molecules SDfile export keeps an unreadable record as it is")
  func anSDfileGetsARecordThatCannotBeReadByteForByte() async throws {
    let samples = try SampleDirectory()
    let (whole, entry) = try unreadable()
    try Data(whole).write(to: URL(fileURLWithPath: samples.path("latin.sdf")))
    let session = try await samples.session("latin.sdf")
    try session.expect("br\u{F6}ken")
    await session.press("e", .enter)
    try session.expect("2 records written to")
    let written = try samples.home.bytes("latin-export.sdf")
    #expect(written.suffix(entry.count) == entry[...])
    #expect(try ChemicalDocument(written).records.first?["Unit"]?.text == "\u{B5}g")
  }

  @Test("molecules export of one unreadable record keeps it as it is")
  func aRecordThatCannotBeReadIsWrittenAloneByteForByte() async throws {
    let samples = try SampleDirectory()
    let (whole, entry) = try unreadable()
    try Data(whole).write(to: URL(fileURLWithPath: samples.path("latin.sdf")))
    let session = try await samples.session("latin.sdf#2")
    await session.press("e", .enter)
    try session.expect("Written to")
    #expect(try samples.home.bytes("br-ken.sdf") == entry)
  }

  @Test("molecules export reports everything omitted") func everythingThatIsLeftOutIsSaid()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#1")
    await session.press("e", .down, .down, .down, .enter)
    try session.expect("Written to")
    await session.press("!")
    let words = session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Left out of “aspirin”: the comment line."))
    #expect(words.contains("SketchEl has no names; “aspirin” is left out."))
    #expect(words.contains("This format has no fields; they are left out."))
  }

  @Test("molecules export reports a duplicate field")
  func aFieldThatIsThereTwiceIsSaidToBeWrittenOnce() async throws {
    let samples = try SampleDirectory()
    let twice = "> <CAS>\n50-78-2\n\n> <CAS>\n50-78-3\n\n$$$$\n"
    try samples.write("twice.sdf", Samples.aspirin + twice)
    let session = try await samples.session("twice.sdf")
    await session.press("e", .down, .down, .down, .enter)
    try session.expect("1 record written to")
    await session.press("!")
    let words = session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("as “CAS” of “aspirin”, the first is written; JSON has all."))
  }

  @Test("molecules DataSheet export keeps its columns") func theColumnsOfADataSheetStayAsTheyAre()
    async throws
  {
    let samples = try SampleDirectory()
    let sheet =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<DataSheet>\n<Summary><Title>Codes</Title></Summary>\n"
      + "<Header nrows=\"1\" ncols=\"2\">\n<Column id=\"1\" name=\"Code\" type=\"string\"/>\n"
      + "<Column id=\"2\" name=\"Never filled\" type=\"real\"/>\n</Header>\n<Content>\n"
      + "<Row id=\"1\"><Cell id=\"1\">00123</Cell></Row>\n</Content>\n</DataSheet>\n"
    try samples.write("codes.ds", sheet)
    let session = try await samples.session("codes.ds")
    await session.press("e", .down, .down, .enter)
    try session.expect("1 record written to")
    let written = try ChemicalDocument(samples.home.bytes("codes-export.ds"))
    #expect(written.title == "Codes")
    #expect(written.columns.map(\.name) == ["Code", "Never filled"])
    #expect(written.columns.map(\.kind) == [.text(.string), .text(.real)])
    #expect(written.records.first?["Code"]?.text == "00123")
  }
}
