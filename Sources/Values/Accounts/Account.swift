/// The owner of a session: a server and a user there, or the recording that is replayed without a server.
///
/// Another account has its own session, so one user's place is never opened as another's.
public struct Account: Hashable, Sendable, Codable {
  /// The server's name, or the recording's.
  public var server: String
  /// The user's name; empty if there is none.
  public var user: String

  /// Creates an account.
  ///
  ///     Account(server: "https://north.example.com", user: "anna")
  public init(server: String, user: String = "") {
    self.server = server
    self.user = user
  }

  /// A name for this account's files, which reveals neither server nor user. Two accounts may share one, if rarely: such files say whose
  /// they are.
  public var fileName: String {
    var checksum = CRC32()
    checksum.update(server.utf8)
    checksum.update([0])
    checksum.update(user.utf8)
    return checksum.hexadecimal
  }
}
