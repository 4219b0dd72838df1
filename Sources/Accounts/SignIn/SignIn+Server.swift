public import Commands
public import Encryption
public import Foundation

extension SignIn {
  /// Creates the sign-in for a server's data, with the settings of the command line and
  /// config.json.
  ///
  ///     LaunchConfiguration(behind: try SignIn(of: "things", arguments)) { unlocked in
  ///       things(of: unlocked) }
  ///
  /// An application that needs more settings, or asks for something other than a server's password,
  /// creates its own `ServerSettings` and authenticator. Throws `UsageError` for invalid
  /// settings.
  ///
  /// - Parameters:
  ///   - application: The program's name, also used for its directories.
  ///   - arguments: The command line, whose options include `Option.servers` and
  ///     `Option.lockAfter`.
  ///   - configuration: How the application communicates with its kind of servers.
  ///   - kinds: The kinds of files in the application's vaults, which are listed before they are
  ///     erased.
  ///   - environment: The environment variables, which name the directories.
  public init(
    of application: String, _ arguments: Arguments,
    _ configuration: Connections.Configuration = Connections.Configuration(),
    keeping kinds: [StoredItemKind] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let settings = try ServerSettings(
      application: application, arguments, environment: environment,
      keys: [IdleLimit.settingsKey])
    try self.init(ServerAuthenticator(settings, configuration), settings, keeping: kinds)
  }
}
