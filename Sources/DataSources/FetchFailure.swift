public import Networking

/// The reason why a question has no new answer, as far as it tells what becomes of earlier ones and of other questions.
///
/// All that follows from a failure follows from this: what is shown instead, what else is asked, and what costs its part of a screen alone.
public enum FetchFailure: Hashable, Sendable {
  /// Nobody answered, or nothing was sent because it isn't certain who would read it. Every other question now comes to the same.
  case away
  /// The server doesn't let this user in, or the person gave up. Every other question now comes to the same, and a question's
  /// earlier answer isn't given in its place; a screen of which all is kept shows that, and says that it isn't let in.
  case notLetIn
  /// An answer came that nobody can use: it breaks off, before its first byte even, is damaged or too large, or is something else.
  case unusable
  /// The server failed at this question; others may have an answer.
  case failed
  /// An answer in itself: there is no such thing, or this user may not see it.
  case missing
  /// Nobody was asked, and nothing is kept.
  case notKept
}

/// A problem with a question to a data source.
public protocol FetchError: Error {
  /// The reason why there is no answer.
  var absence: FetchFailure { get }
  /// The same problem where a copy has it in the place of an answer; nil for one that a copy can't have.
  var inCopy: (any Error)? { get }
}

extension FetchError {
  /// None.
  public var inCopy: (any Error)? { nil }
}

extension Error {
  /// The reason why there is no answer; nil if this error isn't about one.
  public var fetchFailure: FetchFailure? {
    if let problem = self as? any FetchError { return problem.absence }
    return self is CancellationError ? .notLetIn : nil
  }

  /// True if every other question now comes to the same: nobody answers, or the server doesn't let this user in.
  public var cancelsRemainingRequests: Bool { fetchFailure == .away || fetchFailure == .notLetIn }

  /// True if no answer came that can be used, so that what is kept is all there is.
  public var hasNoResponse: Bool { fetchFailure == .away || fetchFailure == .unusable }

  /// True if an earlier answer to this question is the best there is. That there is nothing, or that the user may not see it, is an answer.
  public var allowsStaleResponse: Bool { fetchFailure == .failed || fetchFailure == .unusable }
}

extension HTTPError: FetchError {
  /// The reason why there is no answer.
  public var absence: FetchFailure {
    switch self {
    case .nameNotFound, .refused, .unreachable, .proxyLogin, .timedOut, .busy, .untrusted,
      .changedCertificate, .notSecured, .speaksHTTP, .notEncrypted, .unreadableAuthority,
      .unsendable,
      .redirectedElsewhere, .missingLibrary, .tooManyFiles, .libraryFailed:
      .away
    case .passwordNeeded, .unauthorized, .loginNotOffered, .cancelled: .notLetIn
    // It may be this one question that a server dies of: others are asked all the same.
    case .hungUp, .cutShort, .tooLarge, .undecodable, .malformed, .wrongContentType, .unexpected,
      .noReadableEntry:
      .unusable
    case .status, .tooManyRedirects: .failed
    case .forbidden, .notFound: .missing
    }
  }
}

extension ReplayError: FetchError {
  /// The reason why a recording has no answer.
  public var absence: FetchFailure {
    switch self {
    case .notRecorded: .missing
    case .noSuchFile, .notPermitted, .notAFile, .unreadable, .unwritable: .failed
    case .tooLarge, .empty, .malformed, .unexpected, .noReadableEntry: .unusable
    }
  }
}
