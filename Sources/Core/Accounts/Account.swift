/// The account to which a session belongs: a server and a user, or a recording that is replayed
/// without a server.
///
/// Sessions are stored separately for each account. A session of another account is opened only if
/// the user confirms it.
public struct Account: Hashable, Sendable, Codable {
  /// The address of the server, or a name for the recording or demo data.
  public var server: String
  /// The name of the user on the server; empty if there is none.
  public var user: String

  /// Creates an account from the address of a server and the name of a user.
  ///
  ///     Account(server: "https://north.example.com", user: "anna")
  public init(server: String, user: String = "") {
    self.server = server
    self.user = user
  }

  /// A file name for the files of this account. It reveals neither the server nor the user. Rarely,
  /// two accounts have the same file name, so store the account in the file as well.
  public var fileName: String {
    var checksum = CRC32()
    checksum.update(server.utf8)
    checksum.update([0])
    checksum.update(user.utf8)
    return checksum.hexadecimal
  }
}

extension Account {
  /// The account for sessions with demo data, which have no server.
  public static let demoData = Account(server: "unplugged built-in")

  /// The account as shown to the user: `luca at https://example.com`.
  public var description: String {
    guard user.isEmpty else { return "\(user) at \(server)" }
    return self == .demoData ? "demo data" : server
  }
}
