public import Networking
public import Screens

/// The routes of an application that asks one server: they lead to the question for a password, and to a certificate that isn't trusted.
///
/// The cases of an enumeration are what is wanted here: `case password(isRefused: Bool)`, `case
/// certificate(UnknownCertificate)` and
/// `case unreadableAnswer`.
public protocol ServerRoute: AppRoute {
  /// The question for the account's password. `isRefused` if the server has refused one.
  static func password(isRefused: Bool) -> Self
  /// The screen with a certificate of the server's that isn't trusted.
  static func certificate(_ unknown: UnknownCertificate) -> Self
  /// The server's last answer that couldn't be read.
  static var unreadableAnswer: Self { get }
}

extension ServerRoute {
  /// Returns the same error; one that a password or a look at a certificate remedies leads to the screen for that.
  public static func recoverable(_ error: any Error) -> any Error {
    RecoverableServerError.of(
      error, password: { Self.password(isRefused: $0) }, certificate: { Self.certificate($0) })
  }

  /// Returns a function that does so for the errors of a connection. One about an answer that can't
  /// be read leads to that answer.
  public static func recoverable(
    at connection: Connection
  ) -> @MainActor @Sendable (any Error) -> any Error {
    { UnreadableResponse.of(recoverable($0), at: connection, Self.unreadableAnswer) }
  }
}
