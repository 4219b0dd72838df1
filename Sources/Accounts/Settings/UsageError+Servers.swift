public import Commands
public import Core

extension UsageError {
  /// The error if the command line names no server.
  public static var noServer: UsageError {
    UsageError(
      "no server given",
      advice:
        "Name a server and a user, --server URL --user NAME, or use the demo data: --unplugged.")
  }

  /// The error if `--record` is given but no server is asked.
  public static var nothingToRecord: UsageError {
    UsageError(
      "there is nothing to record with --unplugged", advice: "Leave out --record or --unplugged.")
  }
}

extension ServerSettings {
  /// Returns the given account, including its user, for a command that can't prompt for it. Throws
  /// `UsageError` if there is none.
  public func requireAccount() throws -> Account {
    guard let account, !account.user.isEmpty else { throw UsageError.noServer }
    return account
  }
}
