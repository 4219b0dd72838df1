import Networking
import Synchronization

/// What a request told of its progress.
final class ProgressLog: Sendable {
  private let log = Mutex<[HTTPProgress]>([])

  func note(_ progress: HTTPProgress) { log.withLock { $0.append(progress) } }

  var all: [HTTPProgress] { log.withLock { $0 } }
}
