public import Commands
public import Foundation
public import Servers
public import Vaults

extension SignIn {
  /// Makes a gate before a server's data, as the command line and config.json have it.
  ///
  ///     LaunchConfiguration(behind: try SignIn(of: "things", arguments)) { unlocked in things(of: unlocked) }
  ///
  /// An application that has more to say of its settings, or of what is asked, makes its own `ServerSettings` and gatekeeper. Throws
  /// `UsageError` for what can't be understood.
  ///
  /// - Parameters:
  ///   - application: The program's name, which is that of its folders.
  ///   - arguments: The command line, which has `Option.servers` and `Option.lockAfter` among its options.
  ///   - configuration: The manner in which the application asks its kind of servers.
  ///   - kinds: The kinds of files that the application keeps in its vaults, so that they can be named before they are erased.
  ///   - environment: The variables of the process, which say where folders are.
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
