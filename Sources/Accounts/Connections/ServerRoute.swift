public import Networking
public import Screens

/// The routes that an application with a server needs: the password prompt, the untrusted
/// certificate, and the unreadable response.
///
/// An enumeration conforms by declaring `case password(isRefused: Bool)`, `case
/// certificate(UnknownCertificate)` and `case unreadableAnswer`.
public protocol ServerRoute: AppRoute {
  /// The password prompt of the account. `isRefused` if the server rejected a password.
  static func password(isRefused: Bool) -> Self
  /// The screen for an untrusted certificate of the server.
  static func certificate(_ unknown: UnknownCertificate) -> Self
  /// The screen with the server's last unreadable response.
  static var unreadableAnswer: Self { get }
}

extension ServerRoute {
  /// Adds the recovery screen to an error that a password or a decision about a certificate
  /// resolves; returns other errors unchanged.
  public static func recoverable(_ error: any Error) -> any Error {
    RecoverableServerError.of(
      error, password: { Self.password(isRefused: $0) }, certificate: { Self.certificate($0) })
  }

  /// Returns a function that does the same for the errors of a connection. An error about an
  /// unreadable response leads to the screen that shows the response.
  public static func recoverable(
    at connection: Connection
  ) -> @MainActor @Sendable (any Error) -> any Error {
    { UnreadableResponse.of(recoverable($0), at: connection, Self.unreadableAnswer) }
  }
}
