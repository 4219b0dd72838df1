import Foundation
import RepriseTesting
import Terminals
import Testing

/// What the shells themselves make of the completions.
@Suite struct CompletionTests {
  private static func shell(_ name: String) -> String? {
    ["/bin/", "/usr/bin/"].map { $0 + name }.first { access($0, X_OK) == 0 }
  }

  private static func script(_ program: String, _ shell: String) throws -> String {
    let run = try ProgramRun(
      BuiltProgram.path(program), ["completions", shell],
      environment: SafeEnvironment.variables())
    #expect(run.exitCode == 0, "\(run.errorText)")
    return run.outputText
  }

  /// A folder with the script in it, and its path.
  private static func file(_ program: String, _ shell: String) throws -> (
    TemporaryDirectory, String
  ) {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/script"
    try script(program, shell).write(toFile: path, atomically: true, encoding: .utf8)
    return (directory, path)
  }

  private static let cases: [(words: [String], offered: String)] = [
    (["li"], "list"), (["certificates", "t"], "trust"), (["list", "--js"], "--json"),
    (["--serv"], "--server"), (["completions", "f"], "fish"), (["sessions", "f"], "forget"),
    (["--unplugged", "sh"], "show"),
  ]

  @Test(
    "Bash completes commands and options",
    .enabled(if: shell("bash") != nil, "bash isn't installed"), arguments: cases.indices)
  func bashCompletes(index: Int) throws {
    let (words, offered) = Self.cases[index]
    #expect(try Self.bash(words) == offered + "\n")
  }

  @Test(
    "Bash completes the value of an option",
    .enabled(if: shell("bash") != nil, "bash isn't installed"))
  func bashCompletesAnOptionsOwnWord() throws {
    // It takes "--csv=" for two words.
    #expect(try Self.bash(["list", "--csv", "="]) == "raw\nexcel\n")
    #expect(try Self.bash(["list", "--csv", "=", "r"]) == "raw\n")
  }

  private static func bash(_ words: [String]) throws -> String {
    let (directory, path) = try Self.file("cloudburst", "bash")
    defer { _ = directory }
    let line = """
      source "$0"; COMP_WORDS=(cloudburst "$@"); COMP_CWORD=$#; _cloudburst
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try ProgramRun(
      try #require(Self.shell("bash")), ["--norc", "-c", line, path] + words,
      environment: SafeEnvironment.variables())
    #expect(run.errorText.isEmpty)
    return run.outputText
  }

  @Test(
    "Fish completes commands and options",
    .enabled(if: shell("fish") != nil, "fish isn't installed"), arguments: cases.indices)
  func fishCompletes(index: Int) throws {
    let (words, offered) = Self.cases[index]
    #expect(try Self.fish(words) == [offered])
  }

  @Test(
    "Fish distinguishes a subcommand from a command",
    .enabled(if: shell("fish") != nil, "fish isn't installed"))
  func fishTellsASubcommandFromACommand() throws {
    #expect(try Self.fish(["list", "--cs"]).contains("--csv"))
    #expect(try Self.fish(["certificates", "list", "--cs"]).isEmpty)
    #expect(try Self.fish(["list", "--csv="]) == ["--csv=excel", "--csv=raw"])
    #expect(try Self.fish(["--unplugged=scr"]) == ["--unplugged=script"])
  }

  private static func fish(_ words: [String]) throws -> [String] {
    let (directory, path) = try Self.file("cloudburst", "fish")
    var environment = SafeEnvironment.variables()
    environment["HOME"] = directory.path
    let typed = (["cloudburst"] + words).joined(separator: " ")
    let line = "cd \(directory.path); source \(path); complete -C '\(typed)'"
    let run = try ProgramRun(
      try #require(Self.shell("fish")), ["--no-config", "-c", line], environment: environment)
    #expect(run.errorText.isEmpty)
    return run.outputText.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(
    "Zsh completes commands and options", .enabled(if: shell("zsh") != nil, "zsh isn't installed"),
    arguments: cases.indices)
  func zshCompletes(index: Int) async throws {
    let (words, offered) = Self.cases[index]
    let (directory, path) = try Self.file("cloudburst", "zsh")
    var environment = SafeEnvironment.variables()
    environment["HOME"] = directory.path
    let terminal = try TmuxTerminal(
      environment: environment, running: [try #require(Self.shell("zsh")), "-f", "-i"])
    try terminal.type("PS1='ready> '; autoload -Uz compinit; compinit -D; source \(path); clear")
    try terminal.press(.enter)
    try await terminal.wait("the prompt") {
      try terminal.screen().first?.hasPrefix("ready>") == true
    }
    try terminal.type((["cloudburst"] + words).joined(separator: " "))
    try terminal.press(.tab)
    let whole = (["cloudburst"] + words.dropLast() + [offered]).joined(separator: " ")
    try await terminal.wait(for: "ready> " + whole)
  }

  @Test(
    "Completion script names all options of the help",
    arguments: ["cloudburst", "patients", "molecules", "openbis", "hello"], ["bash", "zsh", "fish"])
  func aScriptNamesAllThatTheHelpNames(program: String, shell: String) throws {
    let help = try ProgramRun(
      BuiltProgram.path(program), ["--help"], environment: SafeEnvironment.variables())
    let script = try Self.script(program, shell)
    for name in help.outputText.matches(of: /\n  (?:-[a-zA-Z], )?--([a-z-]+)/) {
      #expect(script.contains(name.1), "\(name.1)")
    }
  }
}
