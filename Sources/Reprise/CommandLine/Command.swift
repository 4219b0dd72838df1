/// A subcommand, which works without a terminal.
public struct Command: Sendable {
  /// What a command prints.
  public struct Output: Sendable {
    /// For stdout, to the last line feed.
    public let text: String
    /// For stderr: what the person should know about it.
    public let note: String?
    /// How the process ends.
    public let exitCode: ExitCode

    /// What a command prints.
    ///
    ///     Command.Output("3 rows\n", note: "one row was skipped")
    public init(_ text: String, note: String? = nil, exitCode: ExitCode = .success) {
      self.text = text
      self.note = note
      self.exitCode = exitCode
    }
  }

  public let name: String
  /// The names of its operands, for the help: `ID`.
  public let operands: String
  public let help: String
  public let options: [Option]
  public let run: @Sendable (Arguments) async throws -> Output

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
}
