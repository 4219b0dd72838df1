public import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Information about a saved session, read without locking or changing it.
public struct SavedSession: Sendable {
  /// The contents of a session's file.
  public enum Contents: Sendable {
    /// The file contains no snapshot yet.
    case nothing
    /// The snapshot of an unencrypted session.
    case snapshot(Snapshot)
    /// The session is encrypted; its password is needed to read it.
    case sealed
    /// The file is damaged. The value is the reason.
    case unreadable(String)
    /// The session was saved by a newer release.
    case newer(format: Int)
  }

  /// The file's name without extension: the name for `--session`, for a server's session followed
  /// by eight digits. In a list of several directories, the name given to `named(_:of:)`.
  public private(set) var name: String
  /// The account, if it is known from outside the file; an encrypted session doesn't reveal it.
  public private(set) var account: Account?
  /// The time when the file was last written, in seconds since 1970; `nil` if the file is missing.
  public let writtenAt: Int?
  /// The path of the file.
  public let path: String
  /// The size of the file, in bytes.
  public let byteCount: Int
  /// The contents of the file.
  public let contents: Contents
  /// Why the file couldn't be opened; `nil` if it could, even if its contents are damaged.
  public let refusal: SnapshotError?
  /// The process that has the session open. `nil` if there is none, or if it runs on another
  /// machine (see `machine`).
  public let owner: String?
  /// The machine to which the session belongs, if its directory has no locks; `nil` if any machine
  /// can open it. Only that machine knows whether it is open.
  public var machine: String? { file.machine }
  /// The terminal window or pane in which the session was last opened; `nil` if unknown.
  public let terminalIdentity: TerminalIdentity?
  private let file: SessionDirectory.File
  private let environment: [String: String]
  /// The files that are deleted together with the session: its own file, its copies, and
  /// quarantined files.
  public let files: [String]

  /// Reads information about a session. `environment` determines where a machine's own sessions are
  /// locked. Throws `SnapshotError`.
  ///
  ///     try SavedSession(path: "demo.snapshot").contents
  public init(
    path: String, environment: [String: String] = [:], system: any FileSystem = SystemFiles()
  ) throws {
    let access = FileAccess(system)
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let file = path.split(separator: "/").last.map(String.init) ?? path
    self.path = path
    self.environment = environment
    name = SavedSession.stem(of: file)
    self.file = SessionDirectory.File(path: path, stem: name)
    let bytes = try SnapshotError.ofSession {
      try access.contents(of: path, limit: 2 * Slot.maximumSize) ?? []
    }
    refusal = nil
    writtenAt = SessionDirectory.date(of: path, system)
    byteCount = bytes.count
    // Errors of the copy are reported when the session is opened.
    let copy = (try? access.contents(of: SnapshotFile.copyPath(of: path), limit: Slot.maximumSize))
    contents = SavedSession.contents(
      of: SavedGenerations(file: bytes, copy: .success((copy ?? nil) ?? [])))
    owner = try self.file.owner(environment, access)
    terminalIdentity = self.file.terminalIdentity(environment: environment, system: system)
    let names = try SnapshotError.ofSession { try PrivateDirectory(directory).names() }
    // Another session's name may begin with this file's name.
    let others = names.filter { $0.hasSuffix(".snapshot") && $0 != file }
    files =
      names
      .filter { SavedSession.belongs($0, to: file) }
      .filter { name in !others.contains { SavedSession.isOf(name, $0) } }
      .map { "\(directory)/\($0)" }
  }

  fileprivate init(refused path: String, _ problem: SnapshotError) {
    self.path = path
    refusal = problem
    name = SavedSession.stem(of: path.split(separator: "/").last.map(String.init) ?? path)
    file = SessionDirectory.File(path: path, stem: name)
    environment = [:]
    writtenAt = nil
    byteCount = 0
    contents = .unreadable(problem.brief)
    owner = nil
    terminalIdentity = nil
    files = []
  }

  /// Returns the session with another name and an account.
  public func named(_ name: String, of account: Account) -> SavedSession {
    var session = self
    session.name = name
    session.account = account
    return session
  }

  /// Returns whether a file belongs to the session's file `file`. Other files may start with the
  /// same name.
  private static func belongs(_ name: String, to file: String) -> Bool {
    guard let rest = rest(of: name, after: file) else { return false }
    if ["", ".lock", ".attempts", SnapshotFile.olderEnding].contains(String(rest)) { return true }
    if rest.hasPrefix(".from-") { return true }
    if (1...Quarantine.maximumCount).contains(where: { rest == ".aside-\($0)" }) { return true }
    // `NAME.new`, `NAME.2.new`, `NAME.4711-99.new` are temporary files of killed processes.
    return rest.hasSuffix(".new") && !rest.contains(".snapshot") && !rest.contains(".durable")
  }

  private static func isOf(_ name: String, _ other: String) -> Bool {
    rest(of: name, after: other).map { $0.isEmpty || $0.hasPrefix(".") } ?? false
  }

  /// Returns what follows the session's or its copy's name in a file name; `nil` for unrelated
  /// files.
  private static func rest(of name: String, after file: String) -> Substring? {
    let copy = stem(of: file) + ".durable"
    return name[...].dropPrefix(file) ?? name[...].dropPrefix(copy)
  }

  private static func contents(of saved: SavedGenerations) -> Contents {
    if let format = saved.newerFormat { return .newer(format: format) }
    guard let body = saved.intactSlots.first?.slot.body else {
      return saved.slots.damage.map { .unreadable($0) } ?? .nothing
    }
    if SnapshotFile.isSealed(body) { return .sealed }
    do {
      return .snapshot(try Snapshot(body: body))
    } catch SnapshotError.unreadable(let reason) {
      return .unreadable(reason)
    } catch {
      return .unreadable("\(error)")
    }
  }

  fileprivate static func stem(of file: String) -> String {
    file.hasSuffix(".snapshot") ? String(file.dropLast(".snapshot".count)) : file
  }

  /// Locks the session so that no process can open it until the result is released. Throws
  /// `SnapshotError`; `inUse` if a process has it open. With `waitsForHolder`, waits up to a
  /// second for a process that is exiting.
  public func hold(waitsForHolder: Bool) throws -> SessionLease {
    // The session's file is locked first. If its holder's lock file was deleted, no new one is
    // created here.
    let session = SnapshotFile(path: path)
    try session.hold(waitsForHolder: waitsForHolder)
    let lock = try SessionLock(
      path: file.lockPath(environment),
      owner: SessionLock.owner(terminal: nil, secondsSince1970: time(nil)),
      waitsForHolder: waitsForHolder)
    return SessionLease(session: session, lock: lock)
  }

  /// Deletes the session and all its files. Throws `SnapshotError`, usually because a process has
  /// it open.
  public func forget() throws {
    let hold = try hold(waitsForHolder: true)
    try withExtendedLifetime(hold) {
      for file in files + [file.lockPath(environment)] where unlink(file) != 0 && errno != ENOENT {
        throw SnapshotError.file(.system("deleted", path: file, code: errno))
      }
      // The deletion must survive a power cut.
      try SnapshotError.ofSession { try FileAccess().synchronizeDirectory(of: path) }
    }
  }
}

extension SessionDirectory {
  /// Returns the sessions in the directory, sorted by name; an empty array if the directory doesn't
  /// exist. Sessions that can't be opened contain the error in `refusal`. `environment` determines
  /// where a machine's own sessions are locked. Throws `SnapshotError` if the directory can't be
  /// read.
  public func sessions(environment: [String: String] = [:]) throws -> [SavedSession] {
    try names.filter { $0.hasSuffix(".snapshot") }.map { name in
      let file = "\(path)/\(name)"
      do {
        return try SavedSession(path: file, environment: environment)
      } catch let problem as SnapshotError {
        return SavedSession(refused: file, problem)
      }
    }
  }

  /// Throws `SnapshotError` if the directory can't be listed.
  public func requireReadable() throws { _ = try names }

  /// The sessions' names, and the times when they were last written, in seconds since 1970. No file
  /// is opened. Empty if the directory can't be read (see `requireReadable`).
  public var dates: [(name: String, writtenAt: Int)] {
    ((try? names) ?? []).filter { $0.hasSuffix(".snapshot") }.compactMap { file in
      SessionDirectory.date(of: "\(path)/\(file)").map { (SavedSession.stem(of: file), $0) }
    }
  }

  /// The time when a file was last written, in seconds since 1970; `nil` if it doesn't exist.
  fileprivate static func date(of path: String, _ system: any FileSystem = SystemFiles()) -> Int? {
    var status = stat()
    guard system.status(of: path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }

  var names: [String] {
    get throws { try SnapshotError.ofSession { try PrivateDirectory(path).names() } }
  }
}

extension Substring {
  fileprivate func dropPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
