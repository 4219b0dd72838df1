package import Commands
import Values

/// What the command line and a configuration file say of the terminal, for every application: the one that runs the
/// screens reads it.
package struct TerminalSettings: Hashable, Sendable {
  /// The background of the terminal, "light" or "dark"; nil if the file names none.
  package let background: String?
  /// False if the mouse is to be left to the terminal: by `--no-mouse`, or by `"mouse": false` in config.json.
  package let takesMouse: Bool

  /// Reads the settings of an application. Throws `UsageError` for a file that can't be understood.
  package init(
    application: String, _ arguments: Arguments, environment: [String: String]
  ) throws {
    let file = try ConfigurationFile(
      application: application, keys: nil, environment: environment)
    background = file.background
    takesMouse = file.takesMouse && !arguments.has("no-mouse")
  }
}
