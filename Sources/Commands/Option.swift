/// A command-line option: its name, its value's name if it has one, and its line in the help.
public struct Option: Hashable, Sendable {
  /// Whether an option has a value, and that value's name in the help.
  public enum Value: Hashable, Sendable {
    /// No value: `--name`.
    case none
    /// `--name VALUE` or `--name=VALUE`. Only a value named `TEXT` may be empty.
    case required(String)
    /// `--name` or `--name=VALUE`.
    case optional(String)
  }

  /// The option's name without the two hyphens.
  public let name: String
  /// The value that the option accepts.
  public let value: Value
  /// The option's line in the help.
  public let help: String
  /// The one-letter short form, such as `h` for `-h`.
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

  /// As shown in the help: `--session NAME`.
  var usage: String {
    switch value {
    case .none: short.map { "-\($0), --\(name)" } ?? "--\(name)"
    case .required(let value): "--\(name) \(value)"
    case .optional(let value): "--\(name)[=\(value)]"
    }
  }

  /// The option of commands that can also print JSON: `.json("as the server described it")`.
  public static func json(_ help: String) -> Option { Option("json", help: help) }

  /// The option of commands that print a ``Table``.
  public static let csv = Option(
    "csv", .optional("raw|excel"),
    help: "as comma-separated values; =raw leaves cells that begin with = as they are, "
      + "=excel begins with a byte order mark")

  package static let common = [
    Option("session", .required("NAME"), help: "use the session with this name"),
    Option("snapshot", .required("FILE"), help: "save the session in this file"),
    Option("fresh", help: "start from the beginning, this once"),
    Option("ephemeral", help: "neither resume nor save a session"),
    Option("take-over", help: "take the session from the process that has it open"),
    Option("ascii", help: "use ASCII characters only"),
    Option("no-mouse", help: "leave the mouse to the terminal"),
    Option("help", help: "show this help", short: "h"),
    Option("version", help: "show the version", short: "V"),
  ]
}
