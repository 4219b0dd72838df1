package import Commands
import Core

/// The terminal settings from the command line and the configuration file, which are the same for
/// every application.
package struct TerminalSettings: Hashable, Sendable {
  /// The background of the terminal, "light" or "dark"; `nil` if it isn't set.
  package let background: String?
  /// Whether the application handles the mouse, rather than the terminal (`--no-mouse`, or
  /// `"mouse": false` in config.json).
  package let takesMouse: Bool

  /// Reads the settings of an application. Throws `UsageError` for an invalid file.
  package init(
    application: String, _ arguments: Arguments, environment: [String: String]
  ) throws {
    let file = try ConfigurationFile(
      application: application, keys: nil, environment: environment)
    background = file.background
    takesMouse = file.takesMouse && !arguments.has("no-mouse")
  }
}
