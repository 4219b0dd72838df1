import Foundation
import RepriseTesting
import Testing

/// What the programs say of themselves: their help, and their manual.
@Suite struct HelpTests {
  private static let programs = ["cloudburst", "patients", "molecules", "openbis", "hello"]

  private static func run(_ program: String, _ words: String...) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path(program), words, environment: SafeEnvironment.variables())
  }

  /// All options that a program's help names.
  private static func options(_ help: String) -> Set<String> {
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
    return Set(lines.compactMap { $0.firstMatch(of: /--([a-z-]+)/).map { String($0.1) } })
  }

  private static func commands(_ help: String) -> Set<String> {
    let lines =
      help.components(separatedBy: "\ncommands\n").last?
      .components(separatedBy: "\n\n").first?.split(separator: "\n") ?? []
    return Set(lines.compactMap { $0.firstMatch(of: #/^  ([a-z-]+) /#).map { String($0.1) } })
  }

  private static func manual(_ program: String) throws -> String {
    let directories = [
      "cloudburst": "CloudBurst", "patients": "Patients", "molecules": "Molecules",
      "openbis": "OpenBIS", "hello": "Hello",
    ]
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../..").standardizedFileURL
    let file = root.appendingPathComponent("Apps/\(directories[program] ?? "")/\(program).1")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("Manual page names the options of the help", arguments: programs)
  func theManualNamesTheOptionsThatTheHelpNames(program: String) throws {
    let help = try Self.run(program, "--help").outputText
    let items = try Self.manual(program).split(separator: "\n").filter { $0.hasPrefix(".It Fl ") }
    let inManual = Set(items.flatMap { $0.matches(of: /Fl -([a-z-]+)/).map { String($0.1) } })
    #expect(inManual == Self.options(help))
    #expect(Self.options(help).count > 5)
  }

  @Test(arguments: programs) func theManualNamesEveryCommand(program: String) throws {
    let help = try Self.run(program, "--help").outputText
    let synopsis =
      try Self.manual(program).components(separatedBy: ".Sh ")
      .first { $0.hasPrefix("SYNOPSIS") } ?? ""
    let inManual = Set(synopsis.matches(of: /\n\.Nm\n\.Cm ([a-z-]+)/).map { String($0.1) })
    #expect(inManual == Self.commands(help))
    #expect(inManual.isSuperset(of: ["sessions", "completions", "help", "version"]))
  }

  @Test("Help fits into 80 columns for every command", arguments: programs)
  func noLineOfAHelpIsBrokenByATerminalOf80Columns(
    program: String
  ) throws {
    let help = try Self.run(program, "--help").outputText
    var texts = [help]
    for command in Self.commands(help) {
      texts.append(try Self.run(program, command, "--help").outputText)
      #expect(try Self.run(program, "help", command).outputText == texts.last)
      #expect(texts.last?.hasPrefix("\(program) \(command): ") == true)
    }
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= 80, "\(line)")
    }
    #expect(try Self.run(program, "help").outputText == help)
    #expect(try Self.run(program, "-h").outputText == help)
  }

  @Test(arguments: [("cloudburst", false), ("molecules", true)])
  func onlyWhoRegistersTypesSpeaksOfThem(program: String, speaks: Bool) throws {
    let help = try Self.run(program, "help").outputText
    #expect(help.contains("with your desktop for its file types") == speaks)
  }

  @Test(arguments: programs) func theVersionIsACommandAndAnOption(program: String) throws {
    let version = try Self.run(program, "--version").outputText
    #expect(version.hasPrefix(program + " "))
    for word in ["version", "-V"] { #expect(try Self.run(program, word).outputText == version) }
  }

  @Test(
    "Command line: a mistyped word is refused with a suggestion",
    arguments: [
      (["lst"], "unknown command “lst”", "Did you mean “list”?"),
      (["shwo", "56"], "unknown command “shwo”", "Did you mean “show”?"),
      (["--unplugged", "lsit"], "unknown command “lsit”", "cloudburst -- lsit"),
      (["list", "--jsn"], "unknown option --jsn", "Did you mean --json?"),
      (["completions", "fsh"], "completions doesn't know “fsh”", "Did you mean “fish”?"),
      (["help", "lst"], "unknown command “lst”", "Did you mean “list”?"),
      (["list", "--unplugged", "--json", "--csv"], "--json and --csv can't be combined", "Choose"),
      (["show", "luca", "--unplugged"], "name or id “luca”", "“cloudburst list” shows"),
    ])
  func aSlipIsRefusedWithWhatWasMeant(words: [String], reason: String, advice: String) throws {
    let run = try cloudburst(words)
    #expect([64, 66].contains(run.exitCode))
    #expect(run.errorText.contains(reason) && run.errorText.contains(advice), "\(run.errorText)")
    #expect(run.outputText.isEmpty)
  }

  @Test("cloudburst show takes a name or an ID") func aSystemIsShownByItsNameAsByItsId() throws {
    let byID = try cloudburst("show", "56", "--unplugged")
    let byName = try cloudburst("show", "lucav", "--unplugged")
    #expect(byName.exitCode == 0 && byName.outputText == byID.outputText)
  }

  @Test("Command with closed output says so plainly") func aClosedOutputIsSaidInPlainWords() throws
  {
    let program = try BuiltProgram.path("cloudburst")
    let run = try ProgramRun("/bin/sh", "-c", "\"$0\" list --unplugged >&-", program)
    #expect(run.exitCode == 74)
    #expect(run.errorText.contains("standard output is closed"))
    #expect(!run.errorText.contains("NSCocoa"))
    let early = try ProgramRun(
      "/bin/sh", "-c", "{ \"$0\" list --unplugged --json; echo $? >&2; } | head -n 1", program)
    #expect(!early.errorText.contains("cloudburst:"), "\(early.errorText)")
  }
}
