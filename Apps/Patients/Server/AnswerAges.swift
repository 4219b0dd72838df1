import Synchronization

/// When the answers came that something was made from.
final class AnswerAges: Sendable {
  private let earliest = Mutex<Int?>(nil)

  /// The moment of the oldest, in seconds since 1970; nil without an answer.
  var oldest: Int? { earliest.withLock { $0 } }

  func note(_ moment: Int) {
    earliest.withLock { $0 = min($0 ?? moment, moment) }
  }
}
