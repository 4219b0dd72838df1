import Foundation
import Synchronization

/// Runs a cleanup action when its owner is released, or at process exit at the latest, because the
/// last test's owner may never be released. At exit, the newest action runs first: a terminal
/// before its program's home directory.
final class ScopedCleanup: Sendable {
  private let action: Mutex<(@Sendable () -> Void)?>

  private static let all = Mutex<[ScopedCleanup]>([])
  private static let cleansUpAtExit: Void = {
    atexit {
      while let last = ScopedCleanup.all.withLock({ $0.last }) { last.cleanUp() }
    }
  }()

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = Mutex(action)
    _ = Self.cleansUpAtExit
    Self.all.withLock { $0.append(self) }
  }

  /// A concurrent second call waits until the action has finished.
  func cleanUp() {
    action.withLock { action in
      action?()
      action = nil
    }
    Self.all.withLock { all in all.removeAll { $0 === self } }
  }
}
