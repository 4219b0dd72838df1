/// An option of the command line: its name, its value's name if it takes one, and its line in the help.
public struct Option: Hashable, Sendable {
  /// The value of an option, by the name that the help gives it.
  public enum Value: Hashable, Sendable {
    /// No value: `--name`.
    case none
    /// `--name VALUE` or `--name=VALUE`. An empty value is refused, unless it is called `TEXT`.
    case required(String)
    /// `--name` or `--name=VALUE`.
    case optional(String)
  }

  /// The option's name, without the two hyphens.
  public let name: String
  /// The value that the option takes.
  public let value: Value
  /// The option's line in the help.
  public let help: String
  /// One letter that stands for the name: `-h`.
  public let short: Character?

  /// Creates an option.
  ///
  ///     Option("lock-after", .required("TIME"), help: "lock after TIME without a key")
  public init(
    _ name: String, _ value: Value = .none, help: String, short: Character? = nil
  ) {
    self.short = short
    self.name = name
    self.value = value
    self.help = help
  }

  /// The option as the help writes it: `--session NAME`.
  var usage: String {
    switch value {
    case .none: short.map { "-\($0), --\(name)" } ?? "--\(name)"
    case .required(let value): "--\(name) \(value)"
    case .optional(let value): "--\(name)[=\(value)]"
    }
  }

  /// The option for commands that print JSON, too: `.json("as the server described it")`.
  public static func json(_ help: String) -> Option { Option("json", help: help) }

  /// The option for commands that print a `Table`.
  public static let csv = Option(
    "csv", .optional("raw|excel"),
    help: "as comma-separated values; =raw leaves cells that begin with = as they are, "
      + "=excel begins with a byte order mark")

  /// The options that every application understands.
  package static let common = [
    Option("session", .required("NAME"), help: "use the session with this name"),
    Option("snapshot", .required("FILE"), help: "keep the session in this file"),
    Option("fresh", help: "start from the beginning, this once"),
    Option("ephemeral", help: "neither resume nor save a session"),
    Option("take-over", help: "take the session from the process that has it open"),
    Option("ascii", help: "use ASCII characters only"),
    Option("no-mouse", help: "leave the mouse to the terminal"),
    Option("help", help: "show this help", short: "h"),
    Option("version", help: "show the version", short: "V"),
  ]
}
