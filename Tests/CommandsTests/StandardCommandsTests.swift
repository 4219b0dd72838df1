import Testing

@testable import Commands

/// The commands that every program has.
@Suite struct StandardCommandsTests {
  @Test func theVersionIsOneLine() async throws {
    #expect(try await SmallProgram.run("version") == "app 1.2\n")
  }

  @Test func theHelpOfACommandThatIsNotThereNamesTheOneThatMayBeMeant() async {
    await #expect(
      throws: UsageProblem(
        "unknown command “lst”", advice: "Did you mean “list”? See app --help.")
    ) {
      try await SmallProgram.run("help", "lst")
    }
  }

  @Test func aScriptIsForOneShell() async throws {
    for shell in Completions.Shell.allCases {
      #expect(
        try await SmallProgram.run("completions", shell.rawValue).hasPrefix(
          shell == .zsh ? "#compdef app\n" : "# \(shell) completion for app: "))
    }
    let shells = "There are: bash, zsh, fish."
    await #expect(throws: UsageProblem("completions needs a shell", advice: shells)) {
      try await SmallProgram.run("completions")
    }
    await #expect(
      throws: UsageProblem(
        "completions doesn't know “fihs”", advice: "Did you mean “fish”? \(shells)")
    ) {
      try await SmallProgram.run("completions", "fihs")
    }
    await #expect(throws: UsageProblem.self) {
      try await SmallProgram.run("completions", "bash", "zsh")
    }
  }
}
