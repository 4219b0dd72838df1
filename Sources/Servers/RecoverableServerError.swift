public import Commands
public import Controllers
import Foundation
import Networking
public import Screens

/// A problem with a server that one of the application's screens remedies.
public struct RecoverableServerError: Recoverable, ExitCoded, SourceError {
  private let problem: HTTPError
  /// The route of the screen that remedies the problem.
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
  /// The same error; one that a password or a look at a certificate remedies leads to the screen
  /// for that. `asksByItself` if the question for a password opens though the person hasn't asked
  /// for the load.
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
    // Without a user there is nobody to give a password.
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
