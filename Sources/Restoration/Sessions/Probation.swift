#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

public import Files

/// Notices a start that never got as far as a picture, so that a session that crashes its application doesn't do so for ever.
///
/// A mark is written before a session resumes and removed when what resumed is painted, with its data. Whoever finds a mark resumes less
/// than the start before. A process that is killed later leaves no mark, and so doesn't count; one that ends at a signal
/// leaves what it found.
public final class Probation {
  private let path: String
  private let files: FileAccess
  /// How many starts in a row failed before this one.
  private var failures = 0
  /// Whether the start before was given the benefit of the doubt.
  private var isSecondTry = false
  private var isAboutToShow = false
  private var isOver = false
  private var isMarked = true

  /// `path` is the mark's file, beside the session's.
  public init(path: String, system: any FileSystem = SystemFiles()) {
    self.path = path
    files = FileAccess(system)
  }

  /// How much this start may resume.
  public var resumption: Resumption { Resumption(rawValue: failures) ?? .rootOnly }

  /// Marks the beginning of a start, and says how much it may resume.
  ///
  /// Throws `SnapshotProblem` if the mark can't be written: then nobody notices if this start fails, but what is known of those
  /// before it still counts.
  @discardableResult public func begin() throws -> Resumption {
    try SnapshotProblem.ofSession {
      if let bytes = try files.contents(of: path, limit: 64) {
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.prefix { $0 != "\n" }.split(separator: " ")
        let count = max(0, words.first.flatMap { Int($0) } ?? 0)
        isSecondTry = count > 0 && words.last == "shown"
        failures = min(isSecondTry ? count - 1 : count, Resumption.rootOnly.rawValue)
      }
      try mark(failures + 1)
      return resumption
    }
  }

  /// What resumed is drawn, and about to be shown.
  ///
  /// Whoever kills the process from now on may have seen it, and then it must come back: so this start is tried a second time
  /// before it counts as failed.
  public func aboutToShow() {
    guard !isOver, !isAboutToShow, !isSecondTry else { return }
    isAboutToShow = true
    // If that fails a kill in the next moment counts as a crash.
    try? mark(failures + 1, "shown")
  }

  /// What resumed is painted. Call it again if you like: a mark that couldn't be removed is, as soon as it can be.
  public func pass() {
    isOver = true
    guard isMarked else { return }
    isMarked = files.system.removeFile(path) != 0 && errno != ENOENT
  }

  /// The process was told to end before what resumed was painted: this start counts neither way.
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

/// How much of a session is resumed, by the number of starts in a row that failed before.
public enum Resumption: Int, Sendable {
  case everything
  /// The screen on top begins anew, at the same place.
  case freshTop
  /// The screen on top is left out.
  case withoutTop
  /// Nothing but the root.
  case rootOnly
}
