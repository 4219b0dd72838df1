import Testing

@testable import Commands

/// The commands that every program has.
@Suite struct StandardCommandsTests {
  @Test("Version command prints one line") func theVersionIsOneLine() async throws {
    #expect(try await SmallProgram.run("version") == "app 1.2\n")
  }

  @Test("Help command with two names prints the help of the first")
  func theHelpIsTheFirstNamedCommands() async throws {
    #expect(try await SmallProgram.run("help", "show", "list") == SmallProgram.run("help", "show"))
  }

  @Test("Help command with an unknown name suggests the nearest")
  func theHelpOfACommandThatIsNotThereNamesTheOneThatMayBeMeant() async {
    await #expect(
      throws: UsageError(
        "unknown command “lst”", advice: "Did you mean “list”? See app --help.")
    ) {
      try await SmallProgram.run("help", "lst")
    }
    await #expect(
      throws: UsageError("unknown command “zzz”", advice: "See app --help.")
    ) {
      try await SmallProgram.run("help", "zzz")
    }
  }

  @Test("Completions command takes one known shell") func aScriptIsForOneShell() async throws {
    for shell in Completions.Shell.allCases {
      #expect(
        try await SmallProgram.run("completions", shell.rawValue).hasPrefix(
          shell == .zsh ? "#compdef app\n" : "# \(shell) completion for app: "))
    }
    let shells = "There are: bash, zsh, fish."
    for words in [["completions"], ["completions", "bash", "zsh"]] {
      await #expect(throws: UsageError("completions needs one shell", advice: shells)) {
        try await SmallProgram.run(words)
      }
    }
    await #expect(
      throws: UsageError(
        "completions doesn't know “fihs”", advice: "Did you mean “fish”? \(shells)")
    ) {
      try await SmallProgram.run("completions", "fihs")
    }
    await #expect(throws: UsageError("completions doesn't know “powershell”", advice: shells)) {
      try await SmallProgram.run("completions", "powershell")
    }
  }
}
