import Networking
import Synchronization

/// A collector for one load of data: the ages of its responses, and the failures after which
/// incomplete or cached data is shown.
public final class ResponseAges: Sendable {
  private struct State {
    var oldest: Int?
    var failure: (any Error)?
    var failureOfPart: (any Error)?
    var isIncomplete = false
    var cacheWriteError: CacheWriteError?
  }

  private let state = Mutex(State())

  /// Creates a collector to which no responses have been added.
  public init() {}

  /// The time of the oldest response added so far, in seconds since 1970; `nil` if none was added.
  public var oldest: Int? { state.withLock { $0.oldest } }

  func note(_ response: ServerResponse) {
    note(response.timestamp)
    guard let reason = response.cacheFailure else { return }
    state.withLock { $0.cacheWriteError = CacheWriteError(reason: reason) }
  }

  /// The last error of writing a response to the cache; `nil` if no write failed.
  public var cacheWriteError: CacheWriteError? { state.withLock { $0.cacheWriteError } }

  /// Adds the time of a response, in seconds since 1970.
  public func note(_ timestamp: Int) {
    state.withLock { $0.oldest = min($0.oldest ?? timestamp, timestamp) }
  }

  /// Adds the ages and failures that another collector has recorded.
  public func note(_ others: ResponseAges) {
    let others = others.state.withLock { $0 }
    state.withLock { state in
      state.oldest = [state.oldest, others.oldest].compactMap(\.self).min()
      state.failure = others.failure ?? state.failure
      state.failureOfPart = others.failureOfPart ?? state.failureOfPart
      state.isIncomplete = state.isIncomplete || others.isIncomplete
      state.cacheWriteError = others.cacheWriteError ?? state.cacheWriteError
    }
  }

  /// The failure of the server because of which a cached response was used; `nil` if no cached
  /// response was used after a failure.
  public var failure: (any Error)? { state.withLock { $0.failure } }

  /// Records the failure of the server because of which a cached response is used.
  public func noteFailure(_ error: any Error) { state.withLock { $0.failure = error } }

  /// The failure because of which a section of the data is empty: its request failed, and no cached
  /// response was available. `nil` if no section is empty for this reason.
  public var failureOfPart: (any Error)? { state.withLock { $0.failureOfPart } }

  /// Records a failure because of which a section of the data is empty.
  public func noteFailureOfPart(_ error: any Error) {
    state.withLock { $0.failureOfPart = error }
  }

  /// Whether the cache lacked a response to at least one request, so that the data is incomplete.
  public var isIncomplete: Bool { state.withLock { $0.isIncomplete } }

  /// Records that the cache has no response to a request.
  public func noteMissing() { state.withLock { $0.isIncomplete = true } }
}
