import Synchronization

/// A count of how often something is asked of rows, by which the work of a list is measured.
final class AskedOfRows: Sendable {
  private let count = Mutex(0)

  var total: Int { count.withLock { $0 } }

  func note<ScreenResult>(_ answer: ScreenResult) -> ScreenResult {
    count.withLock { $0 += 1 }
    return answer
  }
}
