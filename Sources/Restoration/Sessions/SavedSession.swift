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
  private let file: SessionStore.File
  private let store: SessionStore
  /// The files that are deleted together with the session: its own file, its copies, and
  /// quarantined files.
  public let files: [String]

  /// The path of the file.
  public var path: String { file.path }

  /// Reads information about a session. `environment` determines where a machine's own sessions are
  /// locked. Throws `SnapshotError`.
  ///
  ///     try SavedSession(path: "demo.snapshot").contents
  public init(
    path: String, environment: [String: String] = [:], system: any FileSystem = SystemFiles()
  ) throws {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try self.init(
      SessionStore.File(path: path),
      in: SessionStore(path: directory, environment: environment, system: system))
  }

  init(_ file: SessionStore.File, in store: SessionStore) throws {
    let access = FileAccess(store.system)
    let path = file.path
    (self.file, self.store) = (file, store)
    name = file.stem
    let bytes = try SnapshotError.ofSession {
      try access.contents(of: path, limit: 2 * Slot.maximumSize) ?? []
    }
    refusal = nil
    writtenAt = store.timestamp(of: path)?.tv_sec
    byteCount = bytes.count
    // Errors of the copy are reported when the session is opened.
    let copy = (try? access.contents(of: SnapshotFile.copyPath(of: path), limit: Slot.maximumSize))
    contents = SavedSession.contents(
      of: SavedGenerations(file: bytes, copy: .success((copy ?? nil) ?? [])))
    owner = try store.owner(of: file)
    terminalIdentity = store.terminalIdentity(of: file)
    let names = try SnapshotError.ofSession { try PrivateDirectory(store.path).names() }
    let own = path.split(separator: "/").last.map(String.init) ?? path
    // Another session's name may begin with this file's name.
    let others = names.filter { $0.hasSuffix(SessionStore.File.ending) && $0 != own }
    files =
      names
      .filter { SavedSession.belongs($0, to: own) }
      .filter { name in !others.contains { SavedSession.isOf(name, $0) } }
      .map { "\(store.path)/\($0)" }
  }

  init(refused file: SessionStore.File, in store: SessionStore, _ problem: SnapshotError) {
    (self.file, self.store) = (file, store)
    name = file.stem
    refusal = problem
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
    let copy = SessionStore.File(path: file).stem + ".durable"
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

  /// Locks the session so that no process can open it until the result is released. Throws
  /// `SnapshotError`; `inUse` if a process has it open. With `waitsForHolder`, waits up to a
  /// second for a process that is exiting.
  public func hold(waitsForHolder: Bool) throws -> LockedSession {
    // The session's file is locked first. If its holder's lock file was deleted, no new one is
    // created here.
    let session = SnapshotFile(path: path)
    try session.hold(waitsForHolder: waitsForHolder)
    let lock = try SessionLock(
      path: store.lockPath(of: file),
      owner: SessionLock.owner(terminal: nil, secondsSince1970: time(nil)),
      waitsForHolder: waitsForHolder)
    return LockedSession(session, lock: lock)
  }

  /// Deletes the session and all its files. Throws `SnapshotError`, usually because a process has
  /// it open.
  public func forget() throws {
    let hold = try hold(waitsForHolder: true)
    try withExtendedLifetime(hold) {
      for file in files + [store.lockPath(of: file)] where unlink(file) != 0 && errno != ENOENT {
        throw SnapshotError.file(.system("deleted", path: file, code: errno))
      }
      // The deletion must survive a power cut.
      try SnapshotError.ofSession { try FileAccess().synchronizeDirectory(of: path) }
    }
  }
}

extension Substring {
  fileprivate func dropPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
