public import Controllers
public import Networking
public import Screens

extension HTTPProblem: SourceProblem {
  /// How what is shown stands to what the server has: OFFLINE is said of one alone that can't be reached.
  public var standing: Provenance.Standing {
    switch self {
    case _ where isOffline: .offline
    case .unauthorized, .passwordNeeded: .noPassword
    case .forbidden: .noAccess
    case .untrusted, .changedCertificate: .notTrusted
    case .cutShort, .tooLarge, .undecodable, .malformed, .unexpected, .wrongContentType: .badAnswer
    default: .error
    }
  }
}

extension PasswordProblem: SourceProblem {
  public var standing: Provenance.Standing { .noPassword }
}
