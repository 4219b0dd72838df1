public import Controllers
import Foundation
public import Networking
public import Screens

extension HTTPError: SourceError {
  /// The data status of a screen with this error: OFFLINE only if the server can't be reached.
  public var dataStatus: Provenance.DataStatus {
    switch self {
    case _ where isOffline: .offline
    case .unauthorized, .passwordNeeded: .noPassword
    case .forbidden, .loginNotOffered: .noAccess
    case .untrusted, .changedCertificate: .notTrusted
    case .cutShort, .tooLarge, .undecodable, .malformed, .unexpected, .noReadableEntry,
      .wrongContentType:
      .badResponse
    default: .error
    }
  }

  /// Whether nothing was sent, because the server's password isn't known.
  public var isUnsent: Bool {
    if case .passwordNeeded = self { true } else { false }
  }

  /// The name of the server that can't be reached or isn't trusted, as an application may have
  /// several; `nil` for other errors.
  public var serverName: String? {
    switch self {
    case .nameNotFound(let host), .refused(let host), .unreachable(let host, _),
      .proxyLogin(let host, _, _), .hungUp(let host), .timedOut(let host, _, _),
      .notSecured(let host, _), .speaksHTTP(let host):
      host
    case .untrusted(let server, _, _), .changedCertificate(let server, _, _):
      server.range(of: "://").map { String(server[$0.upperBound...]) } ?? server
    default: nil
    }
  }

  /// The seconds that the server asks to wait, at most an hour.
  public var secondsToNextLoad: Int? { secondsToWait }
}

extension PasswordError: SourceError {
  public var dataStatus: Provenance.DataStatus { .noPassword }
}
