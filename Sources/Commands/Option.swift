/// A command-line option, such as `--filter TEXT`: its name, its value, and its description in the
/// help.
public struct Option: Hashable, Sendable {
  /// Whether an option has a value, and the name of that value in the help.
  public enum Value: Hashable, Sendable {
    /// The option has no value: `--name`.
    case none
    /// The option needs a value: `--name VALUE` or `--name=VALUE`. The associated string is the
    /// value's name in the help. An empty value is an error unless that name is `TEXT`.
    case required(String)
    /// The option can have a value: `--name` or `--name=VALUE`. The associated string is the
    /// value's name in the help.
    case optional(String)
  }

  /// The option's name without the two hyphens.
  public let name: String
  /// Whether the option has a value, and the name of that value.
  public let value: Value
  /// A description of the option, shown beside its name in the help.
  public let help: String
  /// The one-letter short form, such as `h` for `-h`; `nil` if there is none.
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

  /// Returns the option `--json`, for a command that can also print JSON: `.json("as the server
  /// described it")`. The argument is the option's description in the help.
  public static func json(_ help: String) -> Option { Option("json", help: help) }

  /// The option `--csv`, for a command that prints a ``Table`` and can also print comma-separated
  /// values. Its optional value is `raw` or `excel`.
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
