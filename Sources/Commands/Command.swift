/// A subcommand, which works without a terminal.
public struct Command: Sendable {
  /// The output of a command, and the exit code of the process.
  public struct Output: Sendable {
    /// The text for stdout, to the last line feed. Of an output that is written in pieces these are
    /// all of them, or those before one that couldn't be made: `write(_:)` throws there.
    public var text: String {
      var text = ""
      do { try write { text += $0 } } catch { return text }
      return text
    }

    private let pieces: @Sendable (_ write: (String) throws -> Void) throws -> Void
    /// A note for stderr about the text.
    public let note: String?
    /// The code that the process ends with.
    public let exitCode: ExitCode

    /// Creates an output.
    ///
    ///     Command.Output("3 rows\n", note: "one row was skipped")
    public init(_ text: String, note: String? = nil, exitCode: ExitCode = .success) {
      self.init(note: note, exitCode: exitCode) { try $0(text) }
    }

    /// Creates an output that is made while it is written, so that it takes no memory as a whole.
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

    /// Gives the text for stdout to `write`, piece by piece. Throws what `write` throws, and what
    /// the pieces' source does.
    public func write(_ write: (String) throws -> Void) throws { try pieces(write) }
  }

  /// The word that calls the command.
  public let name: String
  /// The names of the command's operands, for the help: `ID`.
  public let operands: String
  /// The command's line in the help.
  public let help: String
  /// The options that go with this command alone.
  public let options: [Option]
  /// Does the command's work. An error ends the process with that error's code.
  public let run: @Sendable (Arguments) async throws -> Output

  /// Creates a command.
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

  /// Creates a command that is given its operands as a rule reads them, and refuses others.
  ///
  ///     Command("draw", .one("FILE", needs: "a file", advice: "Name it."), help: "draw a file") { file, arguments in
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
