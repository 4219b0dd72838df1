package import Core
import Glibc

/// A crash-loop guard: detects starts that failed before the first frame, so that a session that
/// crashes the application isn't restored forever.
///
/// A mark is written before a session is restored, and removed once the restored screens are drawn
/// with their data. A start that finds a mark restores less than the previous one. A process killed
/// later leaves no mark, so it doesn't count. A process ended by a signal while restoring leaves
/// the mark as it found it.
package final class CrashLoopGuard {
  private let path: String
  private let files: FileAccess
  /// The number of consecutive failed starts before this one.
  private var failures = 0
  /// Whether this start repeats the restore level of a start that was killed after drawing.
  private var isSecondTry = false
  private var isAboutToShow = false
  private var isOver = false
  private var isMarked = true

  /// Creates a guard that counts the starts of a session in a mark file.
  ///
  ///     let restoreLevel = try CrashLoopGuard(path: path + ".attempts").begin()
  ///
  /// - Parameters:
  ///   - path: The path of the mark file, next to the session's file.
  ///   - system: The system calls to use.
  public init(path: String, system: any FileSystem = SystemFiles()) {
    self.path = path
    files = FileAccess(system)
  }

  /// How much of the session this start may restore, depending on the number of failed starts
  /// before it.
  public var restoreLevel: RestoreLevel { RestoreLevel(rawValue: failures) ?? .rootOnly }

  /// Counts this start as failed until `pass` is called, and returns how much of the session it may
  /// restore.
  ///
  /// Throws `SnapshotError` if the mark file can't be written. If this start fails then, the next
  /// start doesn't detect it, but earlier failures still count.
  @discardableResult public func begin() throws -> RestoreLevel {
    try SnapshotError.ofSession {
      if let bytes = try files.contents(of: path, limit: 64) {
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.prefix { $0 != "\n" }.split(separator: " ")
        let count = max(0, words.first.flatMap { Int($0) } ?? 0)
        isSecondTry = count > 0 && words.last == "shown"
        failures = min(isSecondTry ? count - 1 : count, RestoreLevel.rootOnly.rawValue)
      }
      try mark(failures + 1)
      return restoreLevel
    }
  }

  /// Records that the restored screens have been drawn and are about to be shown.
  ///
  /// If the process is killed after this call, the user may already have seen the screens. The next
  /// start therefore tries the same restore level once more.
  public func aboutToShow() {
    guard !isOver, !isAboutToShow, !isSecondTry else { return }
    isAboutToShow = true
    // If this fails, a kill in the next instant counts as a crash.
    try? mark(failures + 1, "shown")
  }

  /// Records that this start succeeded, by deleting the mark file. Call it when the restored
  /// screens have been shown. If the file couldn't be deleted, a further call tries again.
  public func pass() {
    isOver = true
    guard isMarked else { return }
    isMarked = files.system.removeFile(path) != 0 && errno != ENOENT
  }

  /// Stops counting this start as failed. Call it if the process must end before the restored
  /// screens are shown, for example because the user quits.
  public func withdraw() {
    guard !isOver else { return }
    guard failures > 0 else { return pass() }
    isOver = true
    // If this fails, the start counts as a failed one.
    try? mark(failures)
  }

  private func mark(_ count: Int, _ state: String? = nil) throws {
    let text = "\(count)" + (state.map { " " + $0 } ?? "") + "\n"
    files.system.closeFile(try files.replace(path, with: Array(text.utf8)))
  }
}

/// How much of a session is restored, depending on the number of consecutive failed starts.
public enum RestoreLevel: Int, Sendable {
  /// Restores all screens with their saved state. Used if no previous start has failed since the
  /// last one that succeeded.
  case everything
  /// Restores all screens, but the topmost one without its saved state. Used after one failed
  /// start.
  case freshTop
  /// Restores all screens except the topmost one. Used after two consecutive failed starts.
  case withoutTop
  /// Restores only the root screen. Used after three or more consecutive failed starts.
  case rootOnly
}
