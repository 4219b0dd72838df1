/// Whom and what a session belongs to: a server and a user there, or what is replayed without one.
///
/// Another account has its own session, so one user's place is never opened as another's.
public struct Account: Hashable, Sendable, Codable {
  public var server: String
  public var user: String

  public init(server: String, user: String = "") {
    self.server = server
    self.user = user
  }

  /// A name for files of this account's, which reveals neither server nor user. Two may share one, if rarely: such files say whose they are.
  public var fileName: String {
    var checksum = CRC32()
    checksum.update(server.utf8)
    checksum.update([0])
    checksum.update(user.utf8)
    return checksum.hexadecimal
  }
}
