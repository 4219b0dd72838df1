public import Commands
public import Core

extension Option {
  /// The command-line options for choosing a server and user. Add them to every application that
  /// connects to a server.
  public static let servers = [
    Option("server", .required("URL"), help: "the server to connect to"),
    Option("user", .required("NAME"), help: "the user to log in as"),
    Option("profile", .required("NAME"), help: "server, user and more from config.json"),
    Option(
      "password-command", .required("CMD"), help: "use the first line of CMD's output as password"),
    Option("cacert", .required("FILE"), help: "trust the certificate authorities in FILE"),
    Option(
      "insecure-http",
      help: "allow http://: anyone on the network can read everything, passwords included"),
    Option(
      "refresh", .required("SECONDS"), help: "refresh every SECONDS (default 30, 0 = never)"),
    Option("record", .required("DIR"), help: "save response bodies in DIR, for --unplugged=DIR"),
  ]
}

extension UsageError {
  /// A usage error for a command line that names no server although one is required.
  public static var noServer: UsageError {
    UsageError(
      "no server given",
      advice:
        "Name a server and a user, --server URL --user NAME, or use the demo data: --unplugged.")
  }

  /// A usage error for a command line that combines `--record` with `--unplugged`, so that there
  /// are no server responses to record.
  public static var nothingToRecord: UsageError {
    UsageError(
      "there is nothing to record with --unplugged", advice: "Leave out --record or --unplugged.")
  }
}

extension ServerSettings {
  /// Returns the account from the settings, for a command that can't prompt for it. Throws
  /// `UsageError` if the server or the user is missing.
  public func requireAccount() throws -> Account {
    guard let account, !account.user.isEmpty else { throw UsageError.noServer }
    return account
  }
}
