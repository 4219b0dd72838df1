public import Commands
public import Controllers
import Foundation
import Networking
public import Screens

/// A server error from which the user can recover on one of the application's screens.
public struct RecoverableServerError: Recoverable, ExitCoded, SourceError {
  private let problem: HTTPError
  /// The route of the recovery screen.
  public let recoveryRoute: any AppRoute
  public let opensByItself: Bool

  public var errorDescription: String? { problem.errorDescription }
  public var recoverySuggestion: String? {
    switch problem {
    case .passwordNeeded, .unauthorized: "r: log in; Ctrl-R where letters are typed."
    case .untrusted, .changedCertificate:
      "r: look at the certificate; Ctrl-R where letters are typed."
    default: problem.recoverySuggestion
    }
  }
  public var exitCode: ExitCode { problem.exitCode }
  public var dataStatus: Provenance.DataStatus { problem.dataStatus }
  public var isUnasked: Bool { problem.isUnasked }
  public var secondsToNextLoad: Int? { problem.secondsToNextLoad }
  public var serverName: String? { problem.serverName }
}

extension RecoverableServerError {
  /// Adds the recovery screen to an error that a password or a decision about a certificate
  /// resolves; returns other errors unchanged. With `asksByItself`, the password prompt opens even
  /// if the user didn't start the load.
  public static func of(
    _ error: any Error, asksByItself: Bool = false,
    password: ((_ isRefused: Bool) -> any AppRoute)? = nil,
    certificate: (UnknownCertificate) -> any AppRoute
  ) -> any Error {
    guard let problem = error as? HTTPError else { return error }
    switch problem {
    case .passwordNeeded:
      return password.map {
        Self(problem: problem, recoveryRoute: $0(false), opensByItself: asksByItself)
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
