import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Molecules

@MainActor @Suite struct OpeningWithTests {
  /// An editor that does what a script says with the file, `$1`.
  private func edit(_ samples: SampleDirectory, _ script: String) throws {
    samples.editor = try samples.home.writeScript("editor", "#!/bin/sh\n\(script)\n")
  }

  /// The folders with copies that are still there.
  private func copies(_ samples: SampleDirectory) throws -> [String] {
    try samples.home.files().filter { $0.hasPrefix("molecules-open-") }
  }

  @Test("molecules programs are numbered and a digit opens one")
  func theProgramsAreNumberedAndADigitOpensOne() async throws {
    let samples = try SampleDirectory()
    let seen = samples.home.file("seen.sdf")
    try edit(samples, "cp \"$1\" \(seen); basename \"$1\" > \(seen).name")
    let session = try await samples.session("drugs.sdf#2")
    let record = session.frame.text
    await session.press("o")
    for text in ["Open with", "1 Editor", "2 Pager (true)", "2 programs"] {
      try session.expect(text)
    }
    await session.press("1")
    #expect(session.frame.text == record)
    let text = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(text.hasPrefix("L-alanine\n") && text.hasSuffix("$$$$\n"))
    #expect(try String(contentsOfFile: seen + ".name", encoding: .utf8) == "L-alanine.sdf\n")
    #expect(try copies(samples).isEmpty)
  }

  @Test("molecules programs are filtered and Enter opens one") func theListIsFilteredAndEnterOpens()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("aspirin.mol")
    await session.press("O", "/")
    await session.type("pag")
    try session.expectNo("Editor")
    await session.press(.enter, .enter)
    try session.expect("[Structure]")
  }

  @Test("molecules list of programs resumes after a kill") func theListComesBackAfterAKill()
    async throws
  {
    let samples = try SampleDirectory()
    let session = try await samples.session("aspirin.mol")
    await session.press("o", .down)
    #expect(session.selectedText?.contains("Pager") == true)
    try await session.killAndRelaunch()
    #expect(session.selectedText?.contains("Pager") == true)
    await session.press("2")
    try session.expect("[Structure]")
  }

  @Test("molecules keeps a copy that a program changed") func whatAProgramHasMadeOfItsCopyIsKept()
    async throws
  {
    let samples = try SampleDirectory()
    try edit(samples, "echo changed >> \"$1\"")
    let session = try await samples.session("drugs.sdf#1")
    await session.press("o", "1")
    let path = samples.home.file("aspirin.sdf")
    try session.expect("has changed its copy")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("$$$$\nchanged\n"))
    // The file that is shown is as it was.
    #expect(try String(contentsOfFile: samples.path("drugs.sdf"), encoding: .utf8) == Samples.drugs)
  }

  @Test("molecules keeps a changed copy elsewhere if not writable")
  func whereNothingCanBeWrittenTheChangedCopyIsKeptElsewhere() async throws {
    let samples = try SampleDirectory()
    try edit(samples, "echo changed >> \"$1\"")
    // A folder that nobody can write into, root neither.
    samples.kept = "/proc"
    let session = try await samples.session("drugs.sdf#1")
    await session.press("o", "1")
    let path = samples.home.file("aspirin.sdf")
    try session.expect("it is saved as")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("$$$$\nchanged\n"))
  }

  @Test("molecules program set as default opens without the list")
  func theProgramThatIsAlwaysUsedNeedsNoList() async throws {
    let samples = try SampleDirectory()
    let seen = samples.home.file("seen")
    try edit(samples, "echo \"$1\" >> \(seen)")
    let session = try await samples.session("drugs.sdf#1")
    await session.press("o", "a")
    #expect(session.selectedText?.hasSuffix("always") == true)
    await session.press(.escape, "o")
    try session.expect("[Structure]")
    #expect(FileManager.default.fileExists(atPath: seen))
    // And the list is where it can be taken back.
    await session.press("O", "a")
    #expect(session.selectedText?.contains("always") == false)
    await session.press(.escape, "o")
    try session.expect("2 programs")
  }

  @Test(
    "molecules reports a program that failed",
    arguments: [
      ("exit 3", "exited with code 3."), ("kill -9 $$", "was killed by signal 9."),
    ])
  func aProgramThatFailsIsSaidTo(script: String, sentence: String) async throws {
    let samples = try SampleDirectory()
    try edit(samples, script)
    let session = try await samples.session("aspirin.mol")
    await session.press("o", "1")
    try session.expect(sentence)
    try session.expect("[Structure]")
  }

  @Test("molecules opens a whole file from its directory") func aWholeFileIsOpenedFromItsFolder()
    async throws
  {
    let samples = try SampleDirectory()
    let seen = samples.home.file("seen")
    try edit(samples, "cp \"$1\" \(seen); basename \"$1\" > \(seen).name")
    let session = try await samples.session(samples.path(""))
    await session.press(.down, .down, "O", "1")
    try session.expect("4 files")
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == Samples.drugs)
    #expect(try String(contentsOfFile: seen + ".name", encoding: .utf8) == "drugs.sdf\n")
  }

  @Test("molecules does not open a file of another type with a program")
  func aFileOfAnotherKindIsNotHandedOut() async throws {
    let samples = try SampleDirectory()
    try samples.viewer().recent.note(samples.path("notes.txt"), at: 1_763_816_000)
    let session = try await samples.session()
    await session.press(.down, "O")
    try session.expect("notes.txt isn't opened")
  }
}
