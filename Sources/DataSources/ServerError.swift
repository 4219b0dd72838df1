public import Controllers
import FoundationEssentials
public import Networking
public import Screens

/// An error of a request to a server. Implement it by supplying a category, from which the kind of
/// failure and the status on the screen follow. A type can override both.
public protocol ServerError: FetchError, SourceError {
  /// The category of the error, which determines how a program handles it.
  var category: HTTPError.Category { get }
}

extension ServerError {
  public var fetchFailure: FetchFailure { category.fetchFailure }
  public var dataStatus: Provenance.DataStatus { category.dataStatus }
}

extension HTTPError.Category {
  /// The kind of failure that an error of this category represents. It determines whether cached
  /// data is shown instead.
  public var fetchFailure: FetchFailure {
    switch self {
    case .unreachable, .untrusted, .unsendable, .unavailable: .unreachable
    case .unauthenticated, .cancelled: .notAuthenticated
    case .incompleteResponse, .invalidResponse: .unusable
    case .serverError: .failed
    case .forbidden, .notFound: .missing
    }
  }

  /// The status that a screen shows after an error of this category. It is "OFFLINE" only if the
  /// server can't be reached.
  public var dataStatus: Provenance.DataStatus {
    switch self {
    case .unreachable: .offline
    case .untrusted: .notTrusted
    case .unauthenticated: .noPassword
    case .forbidden: .noAccess
    case .incompleteResponse, .invalidResponse: .badResponse
    case .unsendable, .unavailable, .notFound, .serverError, .cancelled: .error
    }
  }
}

extension HTTPError: ServerError {
  public var fetchFailure: FetchFailure {
    // The server may close the connection for this one request, so the others are still sent.
    if case .hungUp = self { .unusable } else { category.fetchFailure }
  }

  public var dataStatus: Provenance.DataStatus {
    // Another password doesn't help.
    if case .loginNotOffered = self { .noAccess } else { category.dataStatus }
  }

  /// Whether nothing was sent, because the user's password for the server isn't known.
  public var isUnsent: Bool {
    if case .passwordNeeded = self { true } else { false }
  }

  /// The name of the server that can't be reached or isn't trusted; `nil` for other errors. Show it
  /// if an application uses several servers.
  public var serverName: String? {
    switch self {
    case .nameNotFound(let host), .refused(let host), .unreachable(let host, _),
      .proxyLogin(let host, _, _), .hungUp(let host), .timedOut(let host, _, _),
      .notSecured(let host, _), .speaksHTTP(let host):
      host
    case .untrusted(let server, _, _), .changedCertificate(let server, _, _):
      server.firstRange(of: "://").map { String(server[$0.upperBound...]) } ?? server
    default: nil
    }
  }

  /// The number of seconds until data may be loaded again, at most an hour. `nil` if the server
  /// didn't ask the client to wait.
  public var secondsToNextLoad: Int? { secondsToWait }
}

extension PasswordError: SourceError {
  public var dataStatus: Provenance.DataStatus { .noPassword }
}

extension ReplayError: FetchError {
  /// The kind of failure that this error of a recording represents.
  public var fetchFailure: FetchFailure {
    switch self {
    case .notRecorded: .missing
    case .noSuchFile, .notPermitted, .notAFile, .unreadable, .unwritable: .failed
    case .tooLarge, .empty, .malformed, .unexpected, .noReadableEntry: .unusable
    }
  }
}
