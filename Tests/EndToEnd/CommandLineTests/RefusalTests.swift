import Foundation
import RepriseTesting
import Testing

/// What can't be done ends in a sentence on stderr and a code out of sysexits.h.
@Suite struct RefusalTests {
  @Test("Recording with an unclosed list is reported with line and column")
  func aListThatIsNotClosedIsNamedWithLineAndColumn() throws {
    let file = try fixture("listing-6-as-printed.json")
    let run = try cloudburst("list", "--unplugged=\(file)")
    #expect(run.exitCode == 65)
    #expect(run.output.isEmpty)
    #expect(run.errorText.hasPrefix("cloudburst: \(file), line 44, column 1: "))
    #expect(run.errorText.contains("\"]\" is missing"))
  }

  @Test(
    "Recording that is no list is refused", arguments: ["", "{}", "[1", "\u{FEFF}[]x", "[\u{1}]"])
  func whatIsNoListIsRefused(text: String) throws {
    let directory = try TemporaryDirectory()
    let file = "\(directory.path)/list.json"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let run = try cloudburst("list", "--unplugged=\(file)")
    #expect(run.exitCode == 65)
    #expect(run.output.isEmpty)
    #expect(run.errorText.contains(file))
  }

  @Test("Recording that is missing exits with code 66") func aMissingFileIsNoInput() throws {
    try expectRefusal(66, "there is no such file", "list", "--unplugged=/nonexistent/list.json")
  }

  @Test("cloudburst show of an unknown system exits with code 66") func anUnknownSystemIsNoInput()
    throws
  {
    try expectRefusal(66, "nosuch", "show", "nosuch", "--unplugged")
  }

  @Test("cloudburst refuses unknown options, commands and columns")
  func anUnknownOptionIsAMatterOfUsage() throws {
    try expectRefusal(64, "unknown option --nonsense", "list", "--unplugged", "--nonsense")
    try expectRefusal(64, "unknown command “nonsense”", "56", "nonsense", "--unplugged")
    try expectRefusal(64, "no column “nonsense”", "list", "--unplugged", "--sort", "nonsense")
  }

  @Test("cloudburst list and show require server and user")
  func whoDoesNotSayWhoseSystemsAreMeantIsAsked() throws {
    try expectRefusal(64, "no server given", "list")
    try expectRefusal(64, "no server given", "show", "61")
    try expectRefusal(
      64, "no user given for https://host", "show", "https://host/resources/virtualSystems/61")
  }

  @Test("cloudburst refuses options that contradict each other") func whatCannotBeBothIsRefused()
    throws
  {
    let directory = try TemporaryDirectory()
    let link = "https://host/resources/virtualSystems/56"
    try expectRefusal(
      64, "--unplugged can't be combined with a server", "show", link, "--unplugged")
    try expectRefusal(64, "are two servers", "show", link, "--server", "https://other.example")
    try expectRefusal(
      64, "--password-command with a link needs --server", "show", link, "--user", "cb",
      "--password-command", "echo geheim")
    try expectRefusal(
      64, "show doesn't take --filter", "show", "51", "--unplugged", "--filter", "zzz")
    try expectRefusal(
      64, "show doesn't take --sort", "show", "51", "--unplugged", "--sort", "id:desc")
    try expectRefusal(
      64, "nothing to record with --unplugged", "list", "--unplugged", "--record", directory.path)
  }

  @Test("Viewer without a terminal refuses to start") func withoutATerminalThereIsNoPicture() throws
  {
    try expectRefusal(69, "standard input is not a terminal", "--unplugged", "--ephemeral")
  }

  private func expectRefusal(
    _ exitCode: Int32, _ sentence: String, _ arguments: String...,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let run = try cloudburst(arguments)
    #expect(run.exitCode == exitCode, sourceLocation: place)
    #expect(run.output.isEmpty, sourceLocation: place)
    #expect(run.errorText.hasPrefix("cloudburst: "), sourceLocation: place)
    #expect(run.errorText.contains(sentence), "\(run.errorText)", sourceLocation: place)
    // What to do about it stands in the second line.
    #expect(run.errorText.split(separator: "\n").count == 2, sourceLocation: place)
  }

  private func fixture(_ name: String) throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return tests.appendingPathComponent("Apps/CloudBurstTests/Fixtures/\(name)").path
  }
}
