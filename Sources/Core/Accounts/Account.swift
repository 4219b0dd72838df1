/// The owner of a session: a server and a user, or a recording that is replayed without a server.
///
/// Each account has sessions of its own, so that one user's session is never opened for another.
public struct Account: Hashable, Sendable, Codable {
  /// The address of the server, or the name of the recording.
  public var server: String
  /// The user's name, or an empty string if there is none.
  public var user: String

  /// Creates an account.
  ///
  ///     Account(server: "https://north.example.com", user: "anna")
  public init(server: String, user: String = "") {
    self.server = server
    self.user = user
  }

  /// A file name for this account's files that reveals neither server nor user. In rare cases two
  /// accounts share a name, so each file also stores its account.
  public var fileName: String {
    var checksum = CRC32()
    checksum.update(server.utf8)
    checksum.update([0])
    checksum.update(user.utf8)
    return checksum.hexadecimal
  }
}

extension Account {
  /// The account of sessions with demo data. Session files contain this name.
  public static let demoData = Account(server: "unplugged built-in")

  /// The account as shown to the user: `luca at https://example.com`.
  public var description: String {
    guard user.isEmpty else { return "\(user) at \(server)" }
    return self == .demoData ? "demo data" : server
  }
}
