/// Why a request failed, grouped by what to do next: whether a cached response may be shown
/// instead, and whether other requests are still sent.
public enum FetchFailure: Hashable, Sendable {
  /// The server can't be reached, or isn't trusted, so nothing was sent. All other requests would
  /// fail, too.
  case unreachable
  /// Authentication failed, or the request was cancelled. All other requests would fail, too, and
  /// this request's cached response isn't returned instead. A screen whose data is all cached shows
  /// that, with the failure.
  case notAuthenticated
  /// The response is unusable: it ended early (even before its first byte), is damaged, too large,
  /// or not what was expected.
  case unusable
  /// The server failed to handle this request; other requests may succeed.
  case failed
  /// A definite result: the thing doesn't exist, or the user isn't permitted to see it.
  case missing
  /// No server was asked, and no response is cached.
  case notCached
}

/// The error of a request to a data source.
public protocol FetchError: Error {
  /// Why the request failed.
  var fetchFailure: FetchFailure { get }
  /// This error as reported by an offline copy, if the copy recorded it instead of a response;
  /// `nil` for errors that a copy never records.
  var inCopy: (any Error)? { get }
}

extension FetchError {
  /// `nil`: the error is never recorded in a copy.
  public var inCopy: (any Error)? { nil }
}

extension FetchFailure {
  /// Creates the fetch failure of any error; `nil` if the error isn't about a request.
  ///
  ///     FetchFailure(error) == .missing
  public init?(_ error: any Error) {
    if let known = error as? any FetchError {
      self = known.fetchFailure
    } else if error is CancellationError {
      self = .notAuthenticated
    } else {
      return nil
    }
  }
}

extension Error {
  /// Whether all other requests would fail, too: the server can't be reached, or authentication
  /// failed.
  public var cancelsRemainingRequests: Bool {
    [.unreachable, .notAuthenticated].contains(FetchFailure(self))
  }

  /// Whether no usable response was received, so that only cached data is available.
  public var hasNoResponse: Bool { [.unreachable, .unusable].contains(FetchFailure(self)) }

  /// Whether only this request failed, so that its cached response is shown instead. False if the
  /// thing doesn't exist or the user isn't permitted to see it.
  public var allowsStaleResponse: Bool { [.failed, .unusable].contains(FetchFailure(self)) }
}
