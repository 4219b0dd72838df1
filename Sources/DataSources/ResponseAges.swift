import Networking
import Synchronization

/// The ages of the answers that something was made from, and the failures that it was made in spite of.
public final class ResponseAges: Sendable {
  private struct State {
    var oldest: Int?
    var failure: (any Error)?
    var failureOfPart: (any Error)?
    var isIncomplete = false
    var notKept: CacheWriteError?
  }

  private let state = Mutex(State())

  /// Creates ages without an answer.
  public init() {}

  /// The moment of the oldest answer, in seconds since 1970; nil without an answer.
  public var oldest: Int? { state.withLock { $0.oldest } }

  /// Notes the moment of an answer, and the reason why it isn't cached, if it isn't.
  func note(_ answer: ServerResponse) {
    note(answer.timestamp)
    guard let reason = answer.notKept else { return }
    state.withLock { $0.notKept = CacheWriteError(reason: reason) }
  }

  /// The problem with the cache, which couldn't be written; nil if all answers that are to be are
  /// in it.
  public var notKept: CacheWriteError? { state.withLock { $0.notKept } }

  /// Notes the moment of an answer, in seconds since 1970.
  public func note(_ timestamp: Int) {
    state.withLock { $0.oldest = min($0.oldest ?? timestamp, timestamp) }
  }

  /// Notes the ages and failures of other answers.
  public func note(_ others: ResponseAges) {
    let others = others.state.withLock { $0 }
    state.withLock { state in
      state.oldest = [state.oldest, others.oldest].compactMap(\.self).min()
      state.failure = others.failure ?? state.failure
      state.failureOfPart = others.failureOfPart ?? state.failureOfPart
      state.isIncomplete = state.isIncomplete || others.isIncomplete
      state.notKept = others.notKept ?? state.notKept
    }
  }

  /// The failure because of which some answers aren't the server's latest; nil if all are.
  public var failure: (any Error)? { state.withLock { $0.failure } }

  /// Notes a failure in whose place an earlier answer is shown.
  public func noteFailure(_ error: any Error) { state.withLock { $0.failure = error } }

  /// The failure because of which a part can't be shown, not even from the cache; nil if all can.
  public var failureOfPart: (any Error)? { state.withLock { $0.failureOfPart } }

  /// Notes a failure because of which a part isn't there.
  public func noteFailureOfPart(_ error: any Error) {
    state.withLock { $0.failureOfPart = error }
  }

  /// True if something was asked for that isn't kept.
  public var isIncomplete: Bool { state.withLock { $0.isIncomplete } }

  /// Notes that something isn't kept.
  public func noteMissing() { state.withLock { $0.isIncomplete = true } }
}
