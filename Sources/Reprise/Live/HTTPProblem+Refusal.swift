public import Controllers
public import Networking

extension HTTPProblem: SourceProblem {
  /// A status that a server gave is an answer, and so is a page for browsers.
  public var isRefusal: Bool {
    switch self {
    case .unauthorized, .forbidden, .notFound, .status, .wrongContentType, .unexpected,
      .tooManyRedirects:
      true
    default: false
    }
  }
}
