import Networking
import Synchronization

/// Collects the ages of the responses to a load's requests, and the failures despite which a result
/// is shown.
public final class ResponseAges: Sendable {
  private struct State {
    var oldest: Int?
    var failure: (any Error)?
    var failureOfPart: (any Error)?
    var isIncomplete = false
    var cacheWriteError: CacheWriteError?
  }

  private let state = Mutex(State())

  /// Creates a collector without responses.
  public init() {}

  /// The time of the oldest response, in seconds since 1970; `nil` without responses.
  public var oldest: Int? { state.withLock { $0.oldest } }

  func note(_ response: ServerResponse) {
    note(response.timestamp)
    guard let reason = response.cacheFailure else { return }
    state.withLock { $0.cacheWriteError = CacheWriteError(reason: reason) }
  }

  /// The error if a response couldn't be written to the cache; `nil` if all were.
  public var cacheWriteError: CacheWriteError? { state.withLock { $0.cacheWriteError } }

  /// Records the time of a response, in seconds since 1970.
  public func note(_ timestamp: Int) {
    state.withLock { $0.oldest = min($0.oldest ?? timestamp, timestamp) }
  }

  /// Adds the ages and failures of another collector.
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

  /// The failure for which a cached response was returned; `nil` if all responses are the server's
  /// latest.
  public var failure: (any Error)? { state.withLock { $0.failure } }

  /// Records a failure for which a cached response was returned.
  public func noteFailure(_ error: any Error) { state.withLock { $0.failure = error } }

  /// The failure that left a part of the result empty, because no cached response was available
  /// either; `nil` if no part is empty.
  public var failureOfPart: (any Error)? { state.withLock { $0.failureOfPart } }

  /// Records a failure that leaves a part of the result empty.
  public func noteFailureOfPart(_ error: any Error) {
    state.withLock { $0.failureOfPart = error }
  }

  /// Whether a request found no cached response.
  public var isIncomplete: Bool { state.withLock { $0.isIncomplete } }

  /// Records that a request found no cached response.
  public func noteMissing() { state.withLock { $0.isIncomplete = true } }
}
