/// An option of the command line: its name, its value's name if it takes one, and what the help says of it.
public struct Option: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case none
    /// `--name VALUE` or `--name=VALUE`.
    case required(String)
    /// `--name` or `--name=VALUE`.
    case optional(String)
  }

  public let name: String
  public let value: Value
  public let help: String
  /// One letter that stands for the name: `-h`.
  public let short: Character?

  public init(
    _ name: String, _ value: Value = .none, help: String, short: Character? = nil
  ) {
    self.short = short
    self.name = name
    self.value = value
    self.help = help
  }

  /// How the help writes it: `--session NAME`.
  var usage: String {
    switch value {
    case .none: short.map { "-\($0), --\(name)" } ?? "--\(name)"
    case .required(let value): "--\(name) \(value)"
    case .optional(let value): "--\(name)[=\(value)]"
    }
  }

  /// What every application understands.
  static let common = [
    Option("session", .required("NAME"), help: "use the session with this name"),
    Option("snapshot", .required("FILE"), help: "keep the session in this file"),
    Option("fresh", help: "start from the beginning, this once"),
    Option("ephemeral", help: "neither resume nor save a session"),
    Option("take-over", help: "take the session from the process that has it open"),
    Option("ascii", help: "use ASCII characters only"),
    Option("help", help: "show this help", short: "h"),
    Option("version", help: "show the version", short: "V"),
  ]
}
