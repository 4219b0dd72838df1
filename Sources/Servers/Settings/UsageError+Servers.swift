public import Commands
public import Values

extension UsageError {
  /// The problem of a command line on which nobody named a server.
  public static var noServer: UsageError {
    UsageError(
      "no server given",
      advice:
        "Name a server and a user, --server URL --user NAME, or use the demo data: --unplugged.")
  }

  /// The problem of a command line with `--record` where no server is asked.
  public static var nothingToRecord: UsageError {
    UsageError(
      "there is nothing to record with --unplugged", advice: "Leave out --record or --unplugged.")
  }
}

extension ServerSettings {
  /// Returns the account that was named, with its user, for a command that can't ask for it. Throws `UsageError` if there is none.
  public func requireAccount() throws -> Account {
    guard let account, !account.user.isEmpty else { throw UsageError.noServer }
    return account
  }
}
