public import Controllers
import Foundation
public import Networking
public import Screens

extension HTTPError: SourceError {
  /// The standing of a screen with this problem: OFFLINE only if the server can't be reached.
  public var dataStatus: Provenance.DataStatus {
    switch self {
    case _ where isOffline: .offline
    case .unauthorized, .passwordNeeded: .noPassword
    case .forbidden, .loginNotOffered: .noAccess
    case .untrusted, .changedCertificate: .notTrusted
    case .cutShort, .tooLarge, .undecodable, .malformed, .unexpected, .noReadableEntry,
      .wrongContentType:
      .badAnswer
    default: .error
    }
  }

  /// True without a password that the server would want.
  public var isUnasked: Bool {
    if case .passwordNeeded = self { true } else { false }
  }

  /// The server that can't be reached, or isn't trusted: one of several may be.
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

  /// The time that the server wants to be left alone, an hour at most.
  public var secondsToNextLoad: Int? { secondsToWait }
}

extension PasswordError: SourceError {
  public var dataStatus: Provenance.DataStatus { .noPassword }
}
