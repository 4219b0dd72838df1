public import Files
public import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SessionDirectory {
  /// A session's file, by path and name.
  public struct File: Hashable, Sendable {
    /// The path of the file.
    public let path: String
    /// The file's name without the extension: `main-3f2a1b2c`.
    public let stem: String

    /// The session's name, if the file is an account's; nil if it is called otherwise.
    public func name(for account: Account?) -> String? {
      guard let account else { return String(sharedStem) }
      let suffix = "-" + account.fileName
      guard sharedStem.hasSuffix(suffix), sharedStem.count > suffix.count else { return nil }
      return String(sharedStem.dropLast(suffix.count))
    }
  }

  /// The sessions' files, the one used last first; to open a session, which writes its lock, or to save it is a use. None is opened here.
  /// There are none if the folder can't be read: opening a session there says why.
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

  /// The moment when a file was written last, in nanoseconds since 1970; 0 if there is none.
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
  /// The process that has the session open and isn't about to end, as its lock names it; nil if there is none. Throws `SnapshotError`.
  public func settledOwner(
    asking terminal: String?, environment: [String: String],
    system: any FileSystem = SystemFiles()
  ) throws -> String? {
    guard let text = try owner(environment, FileAccess(system)) else { return nil }
    return SessionOwner(text: text)?.isSettled(asking: terminal) == false ? nil : text
  }

  /// The process that has the session open, as its lock names it; nil if there is none. Where the lock was deleted, the session's own file
  /// tells that it is open. Throws `SnapshotError`.
  func owner(_ environment: [String: String], _ files: FileAccess) throws -> String? {
    let lock = lockPath(environment)
    // A process that begins locks its file after the lock, and one that ends may give it back after the lock: a moment, in either case.
    for tries in 0..<5 {
      if tries > 0 { usleep(20_000) }
      if let text = try SessionLock.holder(of: lock, files) { return text }
      if !SnapshotFile.isHeld(path, files) { return nil }
    }
    return SessionOwner.unnamed
  }
}
