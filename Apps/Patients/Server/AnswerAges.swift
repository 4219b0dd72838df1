import Synchronization

/// When the answers came that something was made from.
final class AnswerAges: Sendable {
  private let earliest = Mutex<Int?>(nil)
  private let failed = Mutex<(any Error)?>(nil)
  private let failedPart = Mutex<(any Error)?>(nil)
  private let missing = Mutex(false)

  /// Why some of it isn't what the server says now; nil if all of it is.
  var failure: (any Error)? { failed.withLock { $0 } }

  func noteFailure(_ error: any Error) { failed.withLock { $0 = error } }

  /// Why a part of it can't be shown, not even as it was before; nil if all of it can.
  var failureOfPart: (any Error)? { failedPart.withLock { $0 } }

  func noteFailureOfPart(_ error: any Error) { failedPart.withLock { $0 = error } }

  /// Whether something was asked for that wasn't kept.
  var isIncomplete: Bool { missing.withLock { $0 } }

  func noteMissing() { missing.withLock { $0 = true } }

  /// The moment of the oldest, in seconds since 1970; nil without an answer.
  var oldest: Int? { earliest.withLock { $0 } }

  func note(_ moment: Int) {
    earliest.withLock { $0 = min($0 ?? moment, moment) }
  }
}
