import Core
import Foundation
import Synchronization

/// A file system with one failing call: an error, a short write, or the process's end.
///
///     let files = FaultyFiles(.fail(ENOSPC), at: 3)
///     let session = SnapshotFile(path: path, system: files)
///
/// Run a test with `at` from 0 on until `hasHappened` stays false: then every call has failed once.
public final class FaultyFiles: ForwardingFiles {
  /// The way in which one call of the file system fails.
  public enum Fault: Hashable, Sendable {
    /// The call fails and has no effect. The value is the error number in `errno`.
    case fail(Int32)
    /// A write succeeds, but stores only half of its bytes. Other calls succeed completely.
    case cut
    /// The process seems to end before the call. This call and all later ones have no effect.
    case stop
    /// The process seems to end during the call. A write stores half of its bytes, and later calls
    /// have no effect.
    case stopHalfway
  }

  private struct Progress {
    var count = 0
    var isStopped = false
    var hasHappened = false
  }

  private let fault: Fault
  private let callIndex: Int
  private let progress = Mutex(Progress())

  /// Creates a file system in which one call fails. `callIndex` is the number of that call, counted
  /// from 0.
  public init(_ fault: Fault, at callIndex: Int) {
    self.fault = fault
    self.callIndex = callIndex
  }

  /// Whether the call that should fail was reached. If it stays `false` at the end of a test, there
  /// were fewer calls.
  public var hasHappened: Bool { progress.withLock { $0.hasHappened } }

  /// The number of calls so far. Calls of `closeFile` aren't counted, because code can't usefully
  /// handle their failure.
  public var callCount: Int { progress.withLock { $0.count } }

  /// Creates a file system in which no call fails. Use it to count the calls that a test makes.
  public convenience init() { self.init(.cut, at: .max) }

  /// Whether the simulated process has ended, so that further calls have no effect.
  public var isStopped: Bool { progress.withLock { $0.isStopped } }

  public func verdict(on call: FileCall) -> FileCall.Verdict {
    progress.withLock { progress in
      if progress.isStopped { return .fail(EIO) }
      defer { progress.count += 1 }
      guard progress.count == callIndex else { return .carryOut }
      progress.hasHappened = true
      switch fault {
      case .fail(let code): return .fail(code)
      case .cut: return .halve(thenFail: nil)
      case .stop:
        progress.isStopped = true
        return .fail(EIO)
      case .stopHalfway:
        progress.isStopped = true
        return .halve(thenFail: EIO)
      }
    }
  }
}
