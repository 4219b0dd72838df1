import RepriseTesting
import Testing

@testable import Commands

/// The offers of a program's script, by the kind of word that is expected. `CompletionTests` asks
/// the shells of real programs.
@Suite struct CompletionsTests {
  private func script(_ shell: Completions.Shell) -> String {
    Completions(SmallProgram.help, commands: SmallProgram.commands).script(for: shell)
  }

  private func bash(_ words: [String]) throws -> [String] {
    let directory = try TemporaryDirectory()
    try directory.write("script", script(.bash))
    try directory.write("place/note", "")
    try directory.write("place/notes/x", "")
    let line = """
      source "$0"; cd "$1"; shift; COMP_WORDS=(app "$@"); COMP_CWORD=$#; _app
      printf '%s\n' "${COMPREPLY[@]}"
      """
    let run = try ProgramRun(
      "/usr/bin/env",
      ["bash", "--norc", "-c", line, directory.file("script"), directory.file("place")] + words,
      environment: SafeEnvironment.variables())
    #expect(run.errorText.isEmpty)
    return run.outputText.split(separator: "\n").map { String($0) }.sorted()
  }

  @Test(
    "Bash completion offers words that fit the position",
    arguments: [
      (["l"], ["list"]), (["certificates", "t"], ["trust"]), (["help", "sh"], ["show"]),
      (["show", ""], []), (["list", "--c"], ["--cacert", "--csv"]),
      (["show", "--c"], ["--cacert"]),
      (["--cacert", "no"], ["note", "notes"]), (["--record", "no"], ["notes"]),
      (["--user", "l"], []), (["--unplugged", "l"], ["list"]),
      (["--unplugged", "=", "no"], ["note", "notes"]), (["list", "--csv", "="], ["excel", "raw"]),
      (["--snapshot", "no"], ["note", "notes"]), (["completions", ""], ["bash", "fish", "zsh"]),
      (["--session", "l"], []), (["--user", "x", "sh"], ["show"]), (["list", "sh"], []),
    ] as [([String], [String])])
  func bashOffersWhatMayStandThere(words: [String], offered: [String]) throws {
    #expect(try bash(words) == offered)
  }

  @Test("Zsh completion knows the kind of each value") func zshKnowsTheKindOfEachValue() {
    let script = script(.zsh)
    for spec in [
      "'--cacert=[trust the authorities in FILE]:FILE:_files'",
      "'--record=[record into DIR]:DIR:_files -/'", "'--user=[ask as NAME]:NAME: '",
      "'--unplugged=-[use what is in PATH\\: no \\[server\\]]::PATH:_files'",
      "::raw|excel:(raw excel)'",
      "'--fresh[start from the beginning, this once]'",
    ] {
      #expect(script.contains("    \(spec)\n") || script.contains("\(spec)\n"), "\(spec)")
    }
    #expect(script.contains("    list) options+=(\n      '--csv="))
    #expect(!script.contains("    show) options+=("))
    #expect(script.contains("        certificates) compadd -- list trust ;;\n"))
    #expect(!script.contains("        show) compadd"))
  }

  @Test("Fish completion knows the kind of each value") func fishKnowsTheKindOfEachValue() {
    let lines = script(.fish).split(separator: "\n").map { String($0) }
    for line in [
      "complete -c app -l cacert -r -F -d 'trust the authorities in FILE'",
      "complete -c app -l record -x -a '(__fish_complete_directories)' -d 'record into DIR'",
      "complete -c app -l user -x -d 'ask as NAME'",
      "complete -c app -l unplugged -F -d 'use what is in PATH: no [server]'",
      "complete -c app -l fresh -d 'start from the beginning, this once'",
      "complete -c app -s h -l help -d 'show this help'",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    // "certificates list" is no "list".
    let seen = "__fish_seen_subcommand_from"
    #expect(
      lines.contains {
        $0.hasPrefix(
          "complete -c app -n '\(seen) list; and not \(seen) certificates help' -l csv -a 'raw excel' -d "
        )
      })
    #expect(
      lines.contains(
        "complete -c app -n '\(seen) certificates; and not \(seen) list trust' -a 'list trust'"))
    let others = "list certificates show completions"
    #expect(
      lines.contains(
        "complete -c app -n '\(seen) help; and not \(seen) \(others) version' "
          + "-a '\(others) help version'"))
    #expect(
      lines.contains(
        "complete -c app -n 'not \(seen) \(others) help version' -a show -d 'print one'"))
    // A command without words of its own offers none.
    #expect(!lines.contains { $0.contains("-n '\(seen) show") || $0.contains("-a ''") })
  }

  /// The script of a program with two commands that have the same options.
  private func script(
    _ shell: Completions.Shell, program: String = "app", _ options: [Option]
  ) -> String {
    let commands = ["a", "b"].map { name in
      Command(name, help: "what's: it", options: options) { _ in Command.Output("") }
    }
    let help = HelpText(
      program: program, summary: "", operands: "", options: [], commands: commands)
    return Completions(help, commands: commands).script(for: shell)
  }

  @Test("Bash completion lists an option of two commands once")
  func anOptionOfTwoCommandsIsCompletedOnce() {
    let bash = script(.bash, [Option("data", .required("FILE"), help: "")])
    #expect(bash.contains("    --snapshot|--data)\n"))
    #expect(bash.contains("      a) words+=' --data' ;;\n      b) words+=' --data' ;;\n"))
    // No option takes a folder.
    #expect(!bash.contains("compgen -d"))
    #expect(
      script(.bash, [Option("data", .required("DIR"), help: "")]).contains("    --data)\n"))
    #expect(
      script(.bash, [Option("as", .required("NAME"), help: "")]).contains(
        "    --session|--as) return ;;\n"))
  }

  @Test("Completion function has a name that is valid in shells")
  func aShellsFunctionIsNamedAsShellsNameThem() {
    #expect(script(.bash, program: "é-2a.b", []).contains("\n___2a_b() {\n"))
    #expect(script(.zsh, program: "é-2a.b", []).contains("\n  compdef ___2a_b é-2a.b\n"))
  }

  @Test("Completion scripts quote special characters") func whatAShellWouldTakeForItsOwnIsQuoted() {
    #expect(
      script(.fish, [Option("data", help: "it's")]).contains(
        "' -l data -d 'it'\\''s'\n"))
    #expect(script(.zsh, []).contains("        'a:what'\\''s\\: it'\n"))
  }
}
