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

  public init(_ name: String, _ value: Value = .none, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// How the help writes it: `--session NAME`.
  var usage: String {
    switch value {
    case .none: "--\(name)"
    case .required(let value): "--\(name) \(value)"
    case .optional(let value): "--\(name)[=\(value)]"
    }
  }

  /// What every application understands.
  static let common = [
    Option("session", .required("NAME"), help: "use the session of this name"),
    Option("snapshot", .required("FILE"), help: "keep the session in this file"),
    Option("fresh", help: "start at the beginning, once"),
    Option("ephemeral", help: "neither resume nor save a session"),
    Option("take-over", help: "take the session from the process that has it open"),
    Option("ascii", help: "show nothing but ASCII characters"),
    Option("help", help: "show this help"),
    Option("version", help: "show the version"),
  ]
}
