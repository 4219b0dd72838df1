public import Controllers
public import Values

extension Command {
  /// The thing that a showing command prints.
  public struct Shown: Sendable {
    fileprivate let json: @Sendable () -> JSON
    fileprivate let note: String?
    fileprivate let exitCode: ExitCode
    fileprivate let detail: @Sendable () async throws -> Detail

    /// Creates what is printed: JSON for scripts, or the words of a detail screen, which are made where they are wanted.
    ///
    ///     Command.Shown(json: system.raw) { Detail(system) }
    ///
    /// `note` is one about the thing, for stderr. `exitCode` is the code that the process ends
    /// with,
    /// for example `data` if a part of the thing can't be read.
    public init(
      json: @autoclosure @escaping @Sendable () -> JSON, note: String? = nil,
      exitCode: ExitCode = .success,
      detail: @escaping @Sendable () async throws -> Detail
    ) {
      self.json = json
      self.note = note
      self.exitCode = exitCode
      self.detail = detail
    }
  }

  /// Creates a command that prints one thing: as a detail screen has it, or with `--json`.
  ///
  ///     static let show = showing(
  ///       "show", .one("ID", needs: "the id of one system", advice: "“app list” shows them."),
  ///       help: "print one system", json: "as the server described it"
  ///     ) { id, arguments in
  ///       let system = try await system(id)
  ///       return Shown(json: system.raw) { Detail(system) }
  ///     }
  ///
  /// - Parameters:
  ///   - name: The word that calls the command.
  ///   - operands: The operands that it takes; others are refused.
  ///   - help: The command's line in the help.
  ///   - json: The line of `--json` in the help.
  ///   - find: Finds the thing. An error ends the process with that error's code.
  public static func showing<Value>(
    _ name: String, _ operands: OperandRule<Value>, help: String, json: String,
    find: @escaping @Sendable (Value, Arguments) async throws -> Shown
  ) -> Command {
    Command(name, operands, help: help, options: [.json(json)]) { value, arguments in
      let shown = try await find(value, arguments)
      let text =
        arguments.has("json")
        ? shown.json().indented + "\n" : try await shown.detail().plain
      return Output(text, note: shown.note, exitCode: shown.exitCode)
    }
  }
}
