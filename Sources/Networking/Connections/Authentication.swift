/// The manner in which a server is told who asks.
public enum Authentication: Hashable, Sendable {
  /// HTTP's Basic scheme: the user and the password go with every request.
  case basic
  /// A login of the server's own, which the application words: requests have no credentials in their head, and a ``TokenSession`` holds
  /// what the login gave.
  case login
}
