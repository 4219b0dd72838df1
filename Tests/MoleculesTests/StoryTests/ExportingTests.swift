import Chemistry
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct ExportingTests {
  @Test func aRecordIsWrittenInAnotherFormat() async throws {
    let samples = try SampleFolder()
    let session = try await samples.session("drugs.sdf#1")
    await session.press("e")
    try session.expect("./aspirin.mol")
    await session.press(.enter)
    try session.expect("Written to")
    let written = try ChemicalDocument(samples.home.bytes("aspirin.mol"))
    #expect(written.format == .molfile)
    #expect(written.records.first?.molecule?.formula.hill == "C9H8O4")
  }

  @Test func aPictureIsWrittenAsText() async throws {
    let samples = try SampleFolder()
    let session = try await samples.session("drugs.sdf#1")
    await session.press("e", .end, .enter)
    let text = String(decoding: try samples.home.bytes("aspirin.txt"), as: UTF8.self)
    #expect(text.contains("HO") || text.contains("OH"))
  }

  @Test func whatTheFilterShowsIsWrittenAndNothingElse() async throws {
    let samples = try SampleFolder()
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
}
