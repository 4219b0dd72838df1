/// How requests authenticate the user.
public enum Authentication: Hashable, Sendable {
  /// HTTP Basic authentication: every request carries the user name and password.
  case basic
  /// The application's own login: requests have no `Authorization` header, and a ``TokenSession``
  /// holds the token that the login returned.
  case login
}
