public import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SessionDirectory {
  /// A session's file.
  public struct File: Hashable, Sendable {
    /// The path of the file.
    public let path: String
    /// The file's name without extension: `main-3f2a1b2c`.
    public let stem: String

    /// Returns the session's name if the file belongs to `account`; otherwise `nil`.
    public func name(for account: Account?) -> String? {
      guard let account else { return String(sharedStem) }
      let suffix = "-" + account.fileName
      guard sharedStem.hasSuffix(suffix), sharedStem.count > suffix.count else { return nil }
      return String(sharedStem.dropLast(suffix.count))
    }
  }

  /// The sessions' files, most recently used first. Opening a session, which writes its lock file,
  /// and saving it count as uses. No file is opened. Empty if the directory can't be read; opening
  /// a session then reports the error.
  public var filesByLastUse: [File] {
    ((try? names) ?? []).filter { $0.hasSuffix(".snapshot") }
      .map { name in
        let file = "\(path)/\(name)"
        let uses = [file, file + ".lock"].map { SessionDirectory.nanoseconds(of: $0) }
        return (
          file: File(path: file, stem: String(name.dropLast(".snapshot".count))),
          timestamp: uses.max() ?? 0
        )
      }
      .sorted { $0.timestamp > $1.timestamp }.map(\.file)
  }

  /// The time when a file was last written, in nanoseconds since 1970; 0 if it doesn't exist.
  private static func nanoseconds(of path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    #if canImport(Darwin)
      let timestamp = status.st_mtimespec
    #else
      let timestamp = status.st_mtim
    #endif
    let (seconds, isTooMuch) = timestamp.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooMuch ? 0 : seconds &+ timestamp.tv_nsec
  }
}

extension SessionDirectory.File {
  /// The process that has the session open and isn't exiting, as described in its lock file; `nil`
  /// if there is none. Throws `SnapshotError`.
  public func settledOwner(
    seenFrom terminal: String?, environment: [String: String],
    system: any FileSystem = SystemFiles()
  ) throws -> String? {
    guard let text = try owner(environment, FileAccess(system)) else { return nil }
    return SessionOwner(text: text)?.isSettled(seenFrom: terminal) == false ? nil : text
  }

  /// The process that has the session open, as described in its lock file; `nil` if there is none.
  /// If the lock file was deleted, the lock on the session's own file is checked. Throws
  /// `SnapshotError`.
  func owner(_ environment: [String: String], _ files: FileAccess) throws -> String? {
    let lock = lockPath(environment)
    // The two locks aren't taken and released at the same time, so a brief mismatch is retried.
    for tries in 0..<5 {
      if tries > 0 { usleep(20_000) }
      if let text = try SessionLock.holder(of: lock, files) { return text }
      if !SnapshotFile.isHeld(path, files) { return nil }
    }
    return SessionOwner.unnamed
  }
}
