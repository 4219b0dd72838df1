import Core
import Foundation
import RepriseTesting
import Synchronization

/// The operating system's files, with a count of those that are open, and something that happens
/// after each opening.
final class CountedFiles: ForwardingFiles {
  private let opened = Mutex(0)
  private let afterOpening: @Sendable () -> Void

  init(afterOpening: @escaping @Sendable () -> Void = {}) { self.afterOpening = afterOpening }

  /// The number of files that were opened and not closed.
  var openedCount: Int { opened.withLock(\.self) }

  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    let descriptor = SystemFiles().openFile(path, flags, mode)
    if descriptor >= 0 { opened.withLock { $0 += 1 } }
    afterOpening()
    return descriptor
  }

  func closeFile(_ descriptor: Int32) {
    opened.withLock { $0 -= 1 }
    SystemFiles().closeFile(descriptor)
  }
}
