/// A subcommand of a program, such as `list` in `app list`. It prints its output and ends, without
/// showing a screen.
public struct Command: Sendable {
  /// A command's output and exit code.
  public struct Output: Sendable {
    /// The text for stdout, including the last line feed. If the output is written in pieces and
    /// `write(_:)` throws, these are the pieces before the error.
    public var text: String {
      var text = ""
      do { try write { text += $0 } } catch { return text }
      return text
    }

    private let pieces: @Sendable (_ write: (String) throws -> Void) throws -> Void
    /// A note about the output, printed to stderr; `nil` for none.
    public let note: String?
    /// The exit code of the process after the output is printed.
    public let exitCode: ExitCode

    /// Creates an output from text.
    ///
    ///     Command.Output("3 rows\n", note: "one row was skipped")
    public init(_ text: String, note: String? = nil, exitCode: ExitCode = .success) {
      self.init(note: note, exitCode: exitCode) { try $0(text) }
    }

    /// Creates an output that is generated while it is written, without storing it all in memory.
    ///
    ///     Command.Output { write in
    ///       for record in records { try write("\(record.name)\n") }
    ///     }
    public init(
      note: String? = nil, exitCode: ExitCode = .success,
      pieces: @escaping @Sendable (_ write: (String) throws -> Void) throws -> Void
    ) {
      self.note = note
      self.exitCode = exitCode
      self.pieces = pieces
    }

    /// Generates the text for stdout and passes it to `write` in pieces. Rethrows the errors of
    /// `write` and of the closure that generates the text.
    public func write(_ write: (String) throws -> Void) throws { try pieces(write) }
  }

  /// The command's name on the command line.
  public let name: String
  /// The names of the command's operands as shown in the help, such as `ID`. Empty if it has none.
  public let operands: String
  /// A description of the command, shown beside its name in the help.
  public let help: String
  /// The options that this command accepts in addition to those of the program.
  public let options: [Option]
  /// Executes the command and returns its output. If it throws an error, the process ends with the
  /// exit code of that error.
  public let run: @Sendable (Arguments) async throws -> Output

  /// Creates a command that reads its arguments itself.
  ///
  ///     Command("show", operands: "ID", help: "print one system") { arguments in
  ///       Command.Output("\(arguments.operands.first ?? "")\n")
  ///     }
  public init(
    _ name: String, operands: String = "", help: String, options: [Option] = [],
    run: @escaping @Sendable (Arguments) async throws -> Output
  ) {
    self.name = name
    self.operands = operands
    self.help = help
    self.options = options
    self.run = run
  }

  /// Creates a command whose operands are parsed and validated by a rule.
  ///
  ///     let file = OperandRule.one("FILE", needs: "a file", advice: "Name it.")
  ///     Command("draw", file, help: "draw a file") { file, arguments in
  ///       Command.Output(try picture(of: file))
  ///     }
  public init<Value>(
    _ name: String, _ operands: OperandRule<Value>, help: String, options: [Option] = [],
    run: @escaping @Sendable (Value, Arguments) async throws -> Output
  ) {
    self.init(name, operands: operands.usage, help: help, options: options) { arguments in
      try await run(operands.read(arguments.operands, name), arguments)
    }
  }
}

extension Command {
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
  package static func unknownCommand(
    _ word: String, among names: [String], program: String
  ) -> UsageError {
    let meant = Suggestion.nearest(to: word, among: names).map { "Did you mean “\($0)”? " } ?? ""
    return UsageError("unknown command “\(word)”", advice: meant + "See \(program) --help.")
  }
}
