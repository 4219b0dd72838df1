public import Controllers
import FoundationEssentials

/// The parsed command line of a program: its subcommand, operands and options.
public struct Arguments: Hashable, Sendable {
  /// The name of the subcommand, such as `list`; `nil` if the user gave none.
  public private(set) var command: String?
  /// The operands: the arguments that are neither the subcommand nor an option or its value.
  public private(set) var operands: [String] = []
  /// The operand then can't be a mistyped command.
  package private(set) var isLiteral = false
  private var values: [String: String] = [:]

  /// Creates a command line without a subcommand, operands or options, for example for tests.
  public init() {}

  /// Options may precede the subcommand.
  package init(_ words: [String], commands: [Command], options: [Option], program: String) throws {
    let known = Option.common + options + commands.flatMap(\.options)
    var rest = words[...]
    var isOption = true
    while let word = rest.popFirst() {
      if isOption, word == "--" {
        isOption = false
      } else if isOption, word.hasPrefix("-"), word != "-" {
        try readOption(word, &rest, known, program)
      } else if command == nil, operands.isEmpty, isOption,
        commands.contains(where: { $0.name == word })
      {
        command = word
      } else {
        if operands.isEmpty { isLiteral = !isOption }
        operands.append(word)
      }
    }
    if has("json"), has("csv") {
      throw UsageError(
        "--json and --csv can't be combined", advice: "Choose one of the two formats.")
    }
    let allowed = commands.first { $0.name == command }?.options ?? []
    for name in values.keys.sorted()
    where !(Option.common + options + allowed).contains(where: { $0.name == name }) {
      let owners = commands.filter { $0.options.contains { $0.name == name } }.map(\.name)
      throw UsageError(
        "--\(name) goes with \(owners.joined(separator: " and "))",
        advice: "See \(program) --help.")
    }
  }

  private mutating func readOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ known: [Option], _ program: String
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = String(parts[0])
    let given = parts.count > 1 ? String(parts[1]) : nil
    let option = known.first { option in
      "--" + option.name == written || option.short.map { "-\($0)" == written } == true
    }
    guard let option else {
      let names = known.map { "--" + $0.name }
      let meant = Suggestion.nearest(to: written, among: names).map { "Did you mean \($0)? " }
      throw UsageError(
        "unknown option \(written)", advice: (meant ?? "") + "See \(program) --help.")
    }
    switch (option.value, given) {
    case (.none, .some):
      throw UsageError("\(written) takes no value", advice: "See \(program) --help.")
    case (.none, .none), (.optional, .none): values[option.name] = ""
    case (.optional(let name), _), (.required(let name), _):
      guard let value = given ?? rest.popFirst() else {
        throw UsageError("\(written) needs a \(name)", advice: "See \(program) --help.")
      }
      // Free text may be empty, but a name to look up may not. Otherwise an unset shell variable
      // would name no server, and the last one used would be shown.
      guard !value.isEmpty || name == "TEXT" else {
        throw UsageError(
          "\(written) needs a \(name), and was given an empty one",
          advice: "A variable of the shell may not be set. See \(program) --help.")
      }
      values[option.name] = value
    }
  }

  /// Returns a copy of this command line in which an option has a value, whether or not the user
  /// gave that option. The option's name has no hyphens.
  public func setting(_ option: String, to value: String) -> Arguments {
    var arguments = self
    arguments.values[option] = value
    return arguments
  }

  package func without(_ options: String...) -> Arguments {
    var arguments = self
    for option in options { arguments.values[option] = nil }
    return arguments
  }

  package var hasNoStartOptions: Bool {
    operands.isEmpty && !["fresh", "ephemeral", "snapshot"].contains(where: has)
  }

  package var namesSession: Bool { ["session", "snapshot", "take-over"].contains(where: has) }

  /// Returns whether the user gave an option. The option's name has no hyphens: `has("json")`.
  public func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns the value of an option, or `nil` if the option wasn't given, or has no value or an
  /// empty one. The option's name has no hyphens: `value("filter")`.
  public func value(_ option: String) -> String? {
    values[option].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Arguments {
  /// Reads the option `--sort`, whose value is `COLUMN`, `COLUMN:asc` or `COLUMN:desc`. Returns
  /// `nil` if it wasn't given.
  ///
  ///     try arguments.sort(by: SystemRow.columns, example: "created:desc") ?? ListSort("name")
  ///
  /// Throws `UsageError` if the value has another form or names none of `columns`.
  ///
  /// - Parameters:
  ///   - columns: The columns that the user can sort by.
  ///   - example: A valid value, shown in the advice of the error.
  public func sort<Row>(by columns: [Column<Row>], example: String) throws -> ListSort? {
    guard let text = value("sort") else { return nil }
    guard let sort = ListSort(text: text) else {
      throw UsageError(
        "“\(text)” is an invalid sort order",
        advice: "Write a column, or COLUMN:desc, for example \(example).")
    }
    try sort.require(among: columns)
    return sort
  }
}

extension ListSort {
  func require<Row>(among columns: [Column<Row>]) throws {
    guard self != .asReceived, !columns.contains(where: { $0.id == columnID }) else { return }
    let names = columns.map(\.id).joined(separator: ", ")
    throw UsageError("there is no column “\(columnID)”", advice: "There are: \(names).")
  }
}

/// An error for an invalid command line. A process that fails with it ends with the exit code 64.
public struct UsageError: ExitCoded, Hashable {
  public let errorDescription: String?
  public let recoverySuggestion: String?
  public var exitCode: ExitCode { .usage }

  /// Creates an error for an invalid command line.
  ///
  ///     UsageError("unknown option --frehs", advice: "Did you mean --fresh?")
  ///
  /// - Parameters:
  ///   - what: The mistake in the command line.
  ///   - advice: A sentence that tells the user how to correct it.
  public init(_ what: String, advice: String) {
    errorDescription = what
    recoverySuggestion = advice
  }
}
