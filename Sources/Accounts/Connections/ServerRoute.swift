public import Commands
public import Controllers
import DataSources
import FoundationEssentials
import Glibc
public import Networking
public import Screens

/// The routes that an application with a server needs: the password prompt, the untrusted
/// certificate, and the unreadable response.
///
/// An enumeration conforms by declaring `case password(isRefused: Bool)`, `case
/// certificate(UnknownCertificate)` and `case unreadableAnswer`.
public protocol ServerRoute: AppRoute {
  /// The screen that prompts for the account's password. `isRefused` states whether it opens
  /// because the server rejected a password.
  static func password(isRefused: Bool) -> Self
  /// The screen that shows an untrusted certificate of the server and asks the user whether to
  /// trust it.
  static func certificate(_ unknown: UnknownCertificate) -> Self
  /// The screen that shows the text of the server's last unreadable response.
  static var unreadableAnswer: Self { get }
}

extension ServerRoute {
  /// Returns an error that leads the user to the screen on which it can be resolved: the password
  /// prompt, or the screen for an untrusted certificate. Returns other errors unchanged.
  public static func recoverable(_ error: any Error) -> any Error {
    RecoverableServerError.of(
      error, password: { Self.password(isRefused: $0) }, certificate: { Self.certificate($0) })
  }

  /// Returns a function that adds to an error of the connection the screen on which the user can
  /// resolve or examine it: the password prompt, the screen for an untrusted certificate, or the
  /// screen that shows an unreadable response. The function returns other errors unchanged.
  public static func recoverable(
    at connection: Connection
  ) -> @MainActor @Sendable (any Error) -> any Error {
    { UnreadableResponse.of(recoverable($0), at: connection, Self.unreadableAnswer) }
  }
}

/// A server error from which the user can recover on one of the application's screens.
public struct RecoverableServerError: Recoverable, ExitCoded, SourceError {
  private let problem: HTTPError
  /// The route of the screen on which the user can resolve the error.
  public let recoveryRoute: any AppRoute
  public let opensByItself: Bool

  public var errorDescription: String? { problem.errorDescription }
  public var recoverySuggestion: String? {
    switch problem.category {
    case .unauthenticated: "r: log in; Ctrl-R while typing."
    case .untrusted:
      "r: show the certificate; Ctrl-R while typing."
    default: problem.recoverySuggestion
    }
  }
  public var exitCode: ExitCode { problem.exitCode }
  public var dataStatus: Provenance.DataStatus { problem.dataStatus }
  public var isUnsent: Bool { problem.isUnsent }
  public var secondsToNextLoad: Int? { problem.secondsToNextLoad }
  public var serverName: String? { problem.serverName }
}

extension RecoverableServerError {
  /// Returns an error that leads the user to the screen on which it can be resolved. Returns other
  /// errors unchanged.
  ///
  /// - Parameters:
  ///   - error: The error of a load.
  ///   - opensByItself: Whether a missing password opens the password prompt even if the user
  ///     didn't start the load.
  ///   - password: Returns the route of the password prompt; `nil` if the application has none.
  ///   - certificate: Returns the route of the screen for an untrusted certificate.
  public static func of(
    _ error: any Error, opensByItself: Bool = false,
    password: ((_ isRefused: Bool) -> any AppRoute)? = nil,
    certificate: (UnknownCertificate) -> any AppRoute
  ) -> any Error {
    guard let problem = error as? HTTPError else { return error }
    switch problem {
    case .passwordNeeded:
      return password.map {
        Self(problem: problem, recoveryRoute: $0(false), opensByItself: opensByItself)
      } ?? error
    // An anonymous connection has no password to enter.
    case .unauthorized(_, _, hadUser: true, _):
      return password.map {
        Self(problem: problem, recoveryRoute: $0(true), opensByItself: false)
      } ?? error
    case .untrusted, .changedCertificate:
      guard let unknown = UnknownCertificate(problem) else { return error }
      return Self(problem: problem, recoveryRoute: certificate(unknown), opensByItself: false)
    default: return error
    }
  }
}
