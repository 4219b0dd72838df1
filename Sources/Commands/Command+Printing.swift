public import Controllers
public import Core

extension Command {
  /// The output of a command created with `listing`: rows, a note for stderr, and an exit code.
  public struct Rows<Row: Sendable>: Sendable {
    fileprivate let output: @Sendable (Arguments) throws -> Output

    /// Creates output of the rows as aligned text, or with `--csv` or `--json` for scripts.
    ///
    /// CSV and JSON are printed while the rows are read. Aligned text is printed once all rows are
    /// read, because the widest cells determine the columns. If the table reads a source, only the
    /// cells of the text are kept in memory, or one row of the CSV or JSON.
    ///
    ///     Command.Rows(table, note: list.note, eachJSON: \.raw)
    ///
    /// - Parameters:
    ///   - table: The rows in their order, in the columns shown to the user.
    ///   - csv: The columns of `--csv`, or `nil` for the table's columns.
    ///   - note: A note about the rows, for stderr.
    ///   - exitCode: The process's exit code.
    ///   - eachJSON: Returns the JSON of a row.
    public init(
      _ table: Table<Row>, csv: [Column<Row>]? = nil, note: String? = nil,
      exitCode: ExitCode = .success, eachJSON: @escaping @Sendable (Row) throws -> JSON
    ) {
      output = {
        try table.output($0, note: note, csv: csv, exitCode: exitCode, eachJSON: eachJSON)
      }
    }
  }

  /// Creates a command that prints rows as a table, as JSON (`--json`) or as CSV (`--csv`).
  ///
  ///     static let list = listing(
  ///       "list", .none(advice: "To filter: --filter TEXT."), help: "print the systems",
  ///       json: "as JSON"
  ///     ) { _, arguments in
  ///       let table = try Table(try await systems(), columns: columns, id: \.id)
  ///       return Rows(table, eachJSON: \.raw)
  ///     }
  ///
  /// - Parameters:
  ///   - name: The command's name.
  ///   - operands: The operands the command accepts; others are rejected.
  ///   - help: The command's line in the help.
  ///   - json: The help text of `--json`.
  ///   - options: The options in addition to `--json` and `--csv`.
  ///   - rows: Returns the rows. If it throws, the process ends with that error's exit code.
  public static func listing<Value, Row>(
    _ name: String, _ operands: OperandRule<Value>, help: String, json: String,
    options: [Option] = [],
    rows: @escaping @Sendable (Value, Arguments) async throws -> Rows<Row>
  ) -> Command {
    Command(name, operands, help: help, options: [.json(json), .csv] + options) {
      try await rows($0, $1).output($1)
    }
  }
}

extension Command {
  /// The output of a command created with `showing`: one item, a note for stderr, and an exit code.
  public struct Shown: Sendable {
    fileprivate let json: @Sendable () -> JSON
    fileprivate let note: String?
    fileprivate let exitCode: ExitCode
    fileprivate let detail: @Sendable () async throws -> Detail

    /// Creates the output of one item, in two forms. The command evaluates only the form that it
    /// prints.
    ///
    ///     Command.Shown(json: system.raw) { Detail(system) }
    ///
    /// - Parameters:
    ///   - json: The item as JSON, printed with `--json`.
    ///   - note: A note about the item, printed to stderr.
    ///   - exitCode: The process's exit code, for example `data` if part of the item can't be read.
    ///   - detail: Returns the item as a detail, printed as text without `--json`.
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

  /// Creates a command that prints one item as the text of its detail, or as JSON (`--json`).
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
  ///   - name: The command's name.
  ///   - operands: The operands the command accepts; others are rejected.
  ///   - help: The command's line in the help.
  ///   - json: The help text of `--json`.
  ///   - find: Returns the item. If it throws, the process ends with that error's exit code.
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
