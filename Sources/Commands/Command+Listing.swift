public import Controllers
public import Values

extension Command {
  /// The rows that a listing command prints.
  public struct Rows<Row: Sendable>: Sendable {
    fileprivate let output: @Sendable (Arguments) throws -> Output

    /// Creates what is printed: a table, for scripts its columns or others, and each row as JSON.
    ///
    ///     Command.Rows(table, note: list.note, json: table.arranged.map(\.raw))
    ///
    /// - Parameters:
    ///   - table: The rows in their order, in the columns for a person.
    ///   - csv: The columns of `--csv`; nil for the table's own.
    ///   - note: A note about the rows, for stderr.
    ///   - exitCode: The code that the process ends with.
    ///   - json: The rows as JSON, in the same order.
    public init(
      _ table: Table<Row>, csv: [Column<Row>]? = nil, note: String? = nil,
      exitCode: ExitCode = .success, json: @autoclosure @escaping @Sendable () -> [JSON]
    ) {
      output = { arguments in
        let output = try table.output(arguments, note: note, csv: csv, json: json())
        return Output(output.text, note: output.note, exitCode: exitCode)
      }
    }

    /// Creates what is printed while its rows are read, so that any number of them takes no more
    /// memory than the table's cells, or with `--json` and `--csv` than one row.
    ///
    ///     Command.Rows(table, note: list.note) { row in row.raw }
    ///
    /// - Parameters:
    ///   - table: The rows, in the columns for a person and for scripts.
    ///   - note: A note about the rows, for stderr.
    ///   - exitCode: The code that the process ends with.
    ///   - eachJSON: The JSON of a row.
    public init(
      _ table: Table<Row>, note: String? = nil, exitCode: ExitCode = .success,
      eachJSON: @escaping @Sendable (Row) throws -> JSON
    ) {
      output = {
        try table.output($0, note: note, exitCode: exitCode, eachJSON: eachJSON)
      }
    }
  }

  /// Creates a command that prints rows: as a table, with `--json` as an array, with `--csv` for scripts.
  ///
  ///     static let list = listing(
  ///       "list", .none(advice: "To filter: --filter TEXT."), help: "print the systems", json: "as JSON"
  ///     ) { _, arguments in
  ///       let table = try Table(try await systems(), columns: columns, id: \.id)
  ///       return Rows(table, json: table.arranged.map(\.raw))
  ///     }
  ///
  /// - Parameters:
  ///   - name: The word that calls the command.
  ///   - operands: The operands that it takes; others are refused.
  ///   - help: The command's line in the help.
  ///   - json: The line of `--json` in the help.
  ///   - options: The options beside `--json` and `--csv`.
  ///   - rows: Finds the rows. An error ends the process with that error's code.
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
