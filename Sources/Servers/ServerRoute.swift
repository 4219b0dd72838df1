public import Screens

/// The routes of an application that asks one server: they lead to the question for a password, and to a certificate that isn't trusted.
///
/// The cases of an enumeration are what is wanted here: `case password(isRefused: Bool)` and `case certificate(UnknownCertificate)`.
public protocol ServerRoute: AppRoute {
  /// The question for the account's password. `isRefused` if the server has refused one.
  static func password(isRefused: Bool) -> Self
  /// The screen with a certificate of the server's that isn't trusted.
  static func certificate(_ unknown: UnknownCertificate) -> Self
}

extension ServerRoute {
  /// Returns the same error; one that a password or a look at a certificate remedies leads to the screen for that.
  public static func remediable(_ error: any Error) -> any Error {
    RemediableProblem.of(
      error, password: { Self.password(isRefused: $0) }, certificate: { Self.certificate($0) })
  }
}
