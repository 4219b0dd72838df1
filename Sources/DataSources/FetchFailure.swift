/// The kind of failure of a request. It determines whether a cached response may be shown instead,
/// and whether other requests are still sent.
public enum FetchFailure: Hashable, Sendable {
  /// No request can succeed at the moment, for example because the server can't be reached, isn't
  /// trusted, or asked the client to wait. Other requests aren't sent.
  case unreachable
  /// Authentication failed, or the request was cancelled. Other requests would fail too, so they
  /// aren't sent.
  ///
  /// A single cached response isn't returned instead. A screen for which all data is cached shows
  /// the cached data, with the failure.
  case notAuthenticated
  /// The response couldn't be used: it didn't arrive, or it is incomplete, damaged, too large, or
  /// not what was expected. A cached response may be shown instead.
  case unusable
  /// The server failed to handle this request. A cached response may be shown instead; other
  /// requests may succeed.
  case failed
  /// The server answered that the resource doesn't exist, or that the user isn't permitted to see
  /// it. No cached response is shown instead.
  case missing
  /// The request was answered from the cache only, without asking the server, and no response is
  /// cached.
  case notCached
}

/// An error of a request to a ``DataSource``. Implement it for the errors that an application's
/// data source throws.
public protocol FetchError: Error {
  /// The kind of failure, which determines whether a cached response may be shown instead.
  var fetchFailure: FetchFailure { get }
  /// The error to show if an offline copy recorded this error instead of a response. `nil` if an
  /// offline copy never records it.
  var inCopy: (any Error)? { get }
}

extension FetchError {
  /// By default `nil`: an offline copy never records the error.
  public var inCopy: (any Error)? { nil }
}

extension FetchFailure {
  /// Determines the kind of failure from an error. Returns `nil` if the error isn't a
  /// ``FetchError`` or a `CancellationError`.
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
  /// Whether the remaining requests of a load would fail too, and shouldn't be sent: the server
  /// can't be reached, authentication failed, or the load was cancelled.
  public var cancelsRemainingRequests: Bool {
    [.unreachable, .notAuthenticated].contains(FetchFailure(self))
  }

  /// Whether no usable response was received from the server, so that only cached data can be
  /// shown: the server can't be reached, or its response is unusable.
  public var hasNoResponse: Bool { [.unreachable, .unusable].contains(FetchFailure(self)) }

  /// Whether a cached response may be shown instead of the failed request's. False if the server
  /// can't be reached or authentication failed, because then the whole load fails. Also false if
  /// the resource doesn't exist or the user isn't permitted to see it.
  public var allowsStaleResponse: Bool { [.failed, .unusable].contains(FetchFailure(self)) }
}
