public import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Notices a start that never got as far as a picture, so that a session that crashes its application doesn't do so for ever.
///
/// A mark is written before a session resumes and removed when the resumed screens are painted, with their data. A start that finds a mark
/// resumes less than the start before. A process that is killed later leaves no mark, and so doesn't count; one that ends at a signal
/// leaves the mark that it found.
public final class CrashLoopGuard {
  private let path: String
  private let files: FileAccess
  /// The number of starts in a row that failed before this one.
  private var failures = 0
  /// True if the start before was given the benefit of the doubt.
  private var isSecondTry = false
  private var isAboutToShow = false
  private var isOver = false
  private var isMarked = true

  /// `path` is the mark's file, beside the session's.
  ///
  ///     let restoreLevel = try CrashLoopGuard(path: path + ".attempts").begin()
  public init(path: String, system: any FileSystem = SystemFiles()) {
    self.path = path
    files = FileAccess(system)
  }

  /// The part of the session that this start may resume.
  public var restoreLevel: RestoreLevel { RestoreLevel(rawValue: failures) ?? .rootOnly }

  /// Marks the beginning of a start, and returns the part of the session that it may resume.
  ///
  /// Throws `SnapshotError` if the mark can't be written: then nobody notices if this start fails, but failures
  /// before it still count.
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

  /// Notes that the resumed screens are drawn, and about to be shown.
  ///
  /// From now on a person who kills the process may have seen them, and then they must come back: so this start is tried a second time
  /// before it counts as failed.
  public func aboutToShow() {
    guard !isOver, !isAboutToShow, !isSecondTry else { return }
    isAboutToShow = true
    // If that fails a kill in the next moment counts as a crash.
    try? mark(failures + 1, "shown")
  }

  /// Removes the mark: the resumed screens are painted. Further calls remove a mark that couldn't be removed before.
  public func pass() {
    isOver = true
    guard isMarked else { return }
    isMarked = files.system.removeFile(path) != 0 && errno != ENOENT
  }

  /// Withdraws this start, which counts neither way: the process was told to end before the resumed screens were painted.
  public func withdraw() {
    guard !isOver else { return }
    guard failures > 0 else { return pass() }
    isOver = true
    // If that fails the start counts, and costs what one that failed costs.
    try? mark(failures)
  }

  private func mark(_ count: Int, _ word: String? = nil) throws {
    let text = "\(count)" + (word.map { " " + $0 } ?? "") + "\n"
    files.system.closeFile(try files.replace(path, with: Array(text.utf8)))
  }
}

/// The part of a session that is resumed, by the number of starts in a row that failed before.
public enum RestoreLevel: Int, Sendable {
  /// The whole session.
  case everything
  /// The screen on top begins anew, at the same place.
  case freshTop
  /// The screen on top is left out.
  case withoutTop
  /// Nothing but the root.
  case rootOnly
}
