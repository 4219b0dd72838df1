import Foundation
import Synchronization

/// Something that is put away when its owner lets go of it, and at the process's end at the latest: of the last test that ends the owner may
/// outlive the process.
///
///     private let leftover = ScopedCleanup { delete(path) }
///     deinit { leftover.putAway() }
///
/// At the end what came last goes first: a terminal before the home that its program saves in.
final class ScopedCleanup: Sendable {
  private let action: Mutex<(@Sendable () -> Void)?>

  private static let all = Mutex<[ScopedCleanup]>([])
  private static let putsAwayAtExit: Void = {
    atexit {
      while let last = ScopedCleanup.all.withLock({ $0.last }) { last.putAway() }
    }
  }()

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = Mutex(action)
    _ = Self.putsAwayAtExit
    Self.all.withLock { $0.append(self) }
  }

  /// Puts it away, once. Whoever comes second waits until it is done.
  func putAway() {
    action.withLock { action in
      action?()
      action = nil
    }
    Self.all.withLock { all in all.removeAll { $0 === self } }
  }
}
