import Values

/// What a configuration file says of the terminal, for every application: the one that runs the
/// screens reads it.
package struct TerminalSettings: Hashable, Sendable {
  /// The background of the terminal, "light" or "dark"; nil if the file names none.
  package let background: String?

  /// Reads the settings of an application. Throws `UsageProblem` for a file that can't be
  /// understood.
  package init(application: String, environment: [String: String]) throws {
    background = try ConfigurationFile(
      application: application, keys: nil, environment: environment
    ).background
  }
}
