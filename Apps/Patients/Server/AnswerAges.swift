import Synchronization

/// The ages of the answers that something was made from.
final class AnswerAges: Sendable {
  private let earliest = Mutex<Int?>(nil)
  private let failed = Mutex<(any Error)?>(nil)
  private let failedPart = Mutex<(any Error)?>(nil)
  private let missing = Mutex(false)

  /// The failure because of which some answers aren't the server's latest; nil if all are.
  var failure: (any Error)? { failed.withLock { $0 } }

  func noteFailure(_ error: any Error) { failed.withLock { $0 = error } }

  /// The failure because of which a part can't be shown, not even from the cache; nil if all can.
  var failureOfPart: (any Error)? { failedPart.withLock { $0 } }

  func noteFailureOfPart(_ error: any Error) { failedPart.withLock { $0 = error } }

  /// True if something was asked for that wasn't in the cache.
  var isIncomplete: Bool { missing.withLock { $0 } }

  func noteMissing() { missing.withLock { $0 = true } }

  /// The moment of the oldest answer, in seconds since 1970; nil without an answer.
  var oldest: Int? { earliest.withLock { $0 } }

  func note(_ moment: Int) {
    earliest.withLock { $0 = min($0 ?? moment, moment) }
  }
}
