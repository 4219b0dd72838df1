import Reprise
import Synchronization

/// The room for the answers of one command or one saved record: a server may have no end of them, and each of its pages may be as large as
/// an answer may be.
final class AnswerRoom: Sendable {
  private let left: Mutex<Int>

  init(bytes: Int = 128 << 20) { left = Mutex(bytes) }

  /// Takes the room of a page's answers; false once none is left.
  func take(_ answers: [JSON]) -> Bool {
    let bytes = answers.reduce(0) { $0 + $1.bytes.count }
    return left.withLock { left in
      left = max(0, left - bytes)
      return left > 0
    }
  }
}
