import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct ReadingAFileTests {
  @Test("molecules lists records with their first fields")
  func aFilesRecordsAreListedWithTheirFirstFields() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    try session.expect("drugs.sdf")
    for text in [
      "aspirin", "C9H8O4", "180.16", "50-78-2", "5 records", "caffeine", "C8H10N4O2", "194.19",
      "C2H3NaO2",
    ] { try session.expect(text) }
  }

  @Test("molecules distinguishes files whose names begin alike")
  func filesWhoseNamesBeginAlikeAreToldApart() async throws {
    let samples = try SampleDirectory()
    let directory = samples.home.file("drawings")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    for number in 1...2 {
      let name = "batch-of-november__reactor-three__after-purification__\(number).mol"
      try samples.home.write("drawings/\(name)", Samples.aspirin)
    }
    let session = try await samples.session(directory)
    for number in 1...2 { try session.expect("__\(number).mol") }
  }

  @Test("molecules: Enter shows the structure, Tab the properties")
  func enterShowsTheStructureAndTabTheProperties() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.down, .enter)
    for text in ["L-alanine", "H₃N⁺", "O⁻", "[Structure]", "2 of 5"] { try session.expect(text) }
    await session.press(.tab)
    for text in ["Monoisotopic mass", "89.04768", "Use", "amino acid"] { try session.expect(text) }
  }

  @Test("molecules: a structure moved to its edge returns with one key")
  func whoMovesAStructureToItsEdgeComesBackWithTheNextKey() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.enter)
    let whole = session.frame
    await session.press("+", "+", "+")
    for _ in 0..<25 { await session.press(.right) }
    let edge = session.frame
    await session.press(.left)
    #expect(session.frame != edge)
    // What is as small as it was stands where it stood.
    await session.press("-", "-", "-")
    #expect(session.frame == whole)
  }

  @Test("molecules: n and p lead to the neighbours") func nAndPLeadToTheNeighbours() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press(.enter, "n", "n")
    try session.expect("3 of 5")
    await session.press("p")
    try session.expect("L-alanine")
    await session.press(.escape)
    #expect(session.selectedText?.contains("L-alanine") == true)
  }

  @Test("molecules filter finds fields that no column shows")
  func aFilterFindsFieldsThatNoColumnShows() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press("/")
    await session.type("stimulant")
    try session.expect("caffeine")
    try session.expectNo("aspirin")
  }

  @Test("molecules key M sorts by mass") func theHeaviestComesFirstWhenAsked() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf")
    await session.press("M", "M", .home)
    #expect(session.selectedText?.contains("caffeine") == true)
  }

  @Test("molecules shows a record that is partly unreadable")
  func aRecordThatCantBeReadWholeSaysSo() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#5")
    try session.expect("broken")
    await session.press(.tab)
    try session.expect("Format")
  }

  @Test("molecules draws a reaction with its arrow") func aReactionIsDrawnWithItsArrow()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("esterification.rxn")
    try session.expect("C2H4O2 + C2H6O → C4H8O2 + H2O")
    await session.press("a")
    try session.expect(">")
    await session.press(.tab)
    try session.expect("Reactant")
    try session.expect("Product")
  }

  @Test("molecules rotates a structure in space and resumes it") func aStructureInSpaceTurns()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("cubane.mol")
    try session.expect("cubane")
    let before = session.frame.text
    await session.press(">", ">", "}")
    #expect(session.frame.text != before)
    let turned = session.frame.text
    try await session.killAndRelaunch()
    #expect(
      session.frame.text.split(separator: "\n").dropLast()
        == turned.split(separator: "\n").dropLast())
  }

  @Test("molecules lists the chemical files of a directory") func aFolderListsItsChemicalFiles()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session(samples.path(""))
    for text in ["aspirin.mol", "Molfile", "drugs.sdf", "SDfile", "4 files", "1 of other kinds"] {
      try session.expect(text)
    }
    try session.expectNo("notes.txt")
    await session.press(.enter)
    try session.expect("An analgesic", or: "180.16 Da")
  }

  @Test("molecules source is that of the record only") func theSourceIsTheRecordsAlone()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#2")
    await session.press("y")
    try session.expect("L-alanine")
    try session.expect("V2000")
    try session.expectNo("aspirin")
  }

  @Test("molecules: c copies a molfile") func cCopiesAMolfile() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#1")
    await session.press("c")
    #expect(session.terminal.copies.first?.contains("V2000") == true)
    #expect(session.terminal.copies.first?.hasPrefix("aspirin\n") == true)
  }

  @Test("molecules: copying reports what a molfile cannot hold")
  func copyingSaysWhatAMolfileCantHold() async throws {
    let samples = try SampleDirectory()
    try samples.write(
      "rhenium.el",
      "SketchEl!(2,1)\nRe=0.0,0.0;0,0,i0\nRe=1.5,0.0;0,0,i0\n1-2=4,0\n!End\n")
    let session = try await samples.session("rhenium.el")
    await session.press("c")
    try session.expect("Copied. Connection tables have no quadruple bonds")
    #expect(session.terminal.copies.first?.contains("V2000") == true)
  }

  @Test("molecules reports a name of another type for a single record")
  func aNameThatSaysAnotherKindIsSaidWhereTheRecordOpensAtOnce() async throws {
    let samples = try SampleDirectory()
    try samples.write("methanol.mol", Samples.methanol)
    let session = try await samples.session("methanol.mol")
    try session.expect("methanol.mol is read as")
    try samples.write("methanol.el", Samples.methanol)
    let right = try await samples.session("methanol.el")
    // Its name, in the top line and below; not once more as its formula.
    #expect(right.frame.text.components(separatedBy: "CH4O").count == 3)
    try right.expectNo("is read as")
  }

  @Test("molecules shows a dash for missing agents of a reaction")
  func aReactionWithoutAgentsSaysSo() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("esterification.rxn")
    await session.press(.tab)
    let agent = session.frame.text.split(separator: "\n").first { $0.contains("Agent") }
    #expect(agent?.split(separator: " ").last == "—")
  }

  @Test("molecules copies one value of a record") func oneValueIsCopied() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session("drugs.sdf#1")
    await session.press(.tab, "C", .down)
    try session.expect("Average mass")
    // The list of labels comes back like any other, and no value is in it.
    try await session.killAndRelaunch()
    try session.expectNo("180.16")
    await session.press(.enter)
    #expect(session.terminal.copies.count == 1)
    #expect(session.terminal.copies.first?.hasPrefix("180.1") == true, "\(session.terminal.copies)")
  }

  @Test("molecules lists recent files at the next start") func recentFilesComeFirstNextTime()
    async throws
  {
    let samples = try SampleDirectory()
    _ = try await samples.session("drugs.sdf")
    let session = try await samples.session()
    try session.expect("drugs.sdf")
    try session.expect("This folder, and 1 recent")
    await session.press(.down, .enter)
    try session.expect("caffeine")
  }

  @Test("molecules opens a typed path with a record number") func aPathIsTyped() async throws {
    let samples = try SampleDirectory()
    let session = try await samples.session()
    await session.press("o")
    await session.type(samples.path("drugs.sdf") + "#3")
    await session.press(.enter)
    try session.expect("caffeine")
    await session.press(.escape)
    await session.press(.backTab)
    try session.expect("Path")
  }
}

extension TestSession {
  fileprivate func expect(_ text: String, or other: String) throws {
    if !frame.text.contains(text) { try expect(other) }
  }
}
