extension Command {
  /// Returns the commands of every program: completions, help and version.
  package static func standard(_ help: HelpText, version: String) -> [Command] {
    let own = help.commands
    let names = own.map(\.name) + ["completions", "help", "version"]
    let shells = Completions.Shell.allCases.map(\.rawValue)
    let advice = "There are: \(shells.joined(separator: ", "))."
    let completions = Command(
      "completions", .one("bash|zsh|fish", needs: "one shell", advice: advice),
      help: "print what a shell needs to complete \(help.program)'s options and commands"
    ) { word, _ in
      guard let shell = Completions.Shell(rawValue: word) else {
        let meant = Suggestion.nearest(to: word, among: shells)
        throw UsageError(
          "completions doesn't know “\(word)”",
          advice: (meant.map { "Did you mean “\($0)”? " } ?? "") + advice)
      }
      let commands = own + standard(help, version: version)
      return Output(Completions(help, commands: commands).script(for: shell))
    }
    let showHelp = Command("help", operands: "[COMMAND]", help: "show this help, or a command's") {
      arguments in
      let commands = own + standard(help, version: version)
      guard let name = arguments.operands.first else {
        return Output(help.with(commands).text)
      }
      guard let command = commands.first(where: { $0.name == name }) else {
        throw UsageError.unknownCommand(name, among: names, program: help.program)
      }
      return Output(help.text(of: command))
    }
    let showVersion = Command("version", help: "show the version") { _ in
      Output("\(help.program) \(version)\n")
    }
    return [completions, showHelp, showVersion]
  }
}

extension HelpText {
  func with(_ commands: [Command]) -> HelpText {
    HelpText(
      program: program, summary: summary, operands: operands, options: options, commands: commands)
  }
}

extension UsageError {
  /// Creates the error for an unknown command, suggesting the command probably meant.
  package static func unknownCommand(
    _ word: String, among names: [String], program: String
  ) -> UsageError {
    let meant = Suggestion.nearest(to: word, among: names).map { "Did you mean “\($0)”? " } ?? ""
    return UsageError("unknown command “\(word)”", advice: meant + "See \(program) --help.")
  }
}
