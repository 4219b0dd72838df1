public import Controllers
public import Networking

extension HTTPProblem: SourceProblem {
  /// A status that a server gave is an answer, and so is a page for browsers. That a password is needed was one, or isn't the server's fault.
  public var isRefusal: Bool {
    switch self {
    case .unauthorized, .passwordNeeded, .forbidden, .notFound, .status, .wrongContentType,
      .unexpected,
      .tooManyRedirects:
      true
    default: false
    }
  }
}
