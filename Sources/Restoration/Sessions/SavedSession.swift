public import Core
import Glibc

/// Information about a saved session, for example for a list of sessions. Reading it doesn't change
/// the session, and locks it only for an instant, to determine whether a process has it open.
public struct SavedSession: Sendable {
  /// The contents of a saved session, or the reason why they can't be read.
  public enum Contents: Sendable {
    /// The session's file contains no snapshot yet.
    case nothing
    /// The session could be read. The value is its newest snapshot.
    case snapshot(Snapshot)
    /// The session is encrypted and can only be read with its password.
    case sealed
    /// The session can't be read, because its file is damaged or can't be opened. The value is the
    /// reason.
    case unreadable(String)
    /// The session can't be read, because a newer release saved it in another format. The value is
    /// the number of that format.
    case newer(format: Int)
  }

  /// The name of the session, by default the name of its file without extension.
  /// `named(_:of:)` returns a copy with another name.
  public private(set) var name: String
  /// The account to which the session belongs, as set by `named(_:of:)`; `nil` if unknown. It is
  /// separate from the contents, because an encrypted session doesn't reveal its account.
  public private(set) var account: Account?
  /// The time when the session's file was last written, in seconds since 1970; `nil` if there is no
  /// file, or if it can't be opened.
  public let writtenAt: Int?
  /// The size of the session's file in bytes; 0 if it can't be opened.
  public let byteCount: Int
  /// The newest snapshot of the session, or the reason why it can't be read.
  public let contents: Contents
  /// The reason why the session's file can't be opened; `nil` if it can, even if its contents are
  /// damaged.
  public let refusal: SnapshotError?
  /// A description of the process that has the session open; `nil` if no such process is known.
  public let owner: String?
  /// The name of the only machine that can open the session; `nil` if any machine can.
  ///
  /// If a network file system has no locks, each machine has its own sessions. Another machine
  /// can't determine whether such a session is open.
  public var machine: String? { file.machine }
  /// The terminal window or pane in which the session was last opened; `nil` if unknown.
  public let terminalIdentity: TerminalIdentity?
  private let file: SessionStore.File
  private let store: SessionStore
  /// The files that `forget` deletes, such as the session's own file, its copies, its lock file and
  /// quarantined files.
  public let files: [String]

  /// The path of the session's file.
  public var path: String { file.path }

  /// Reads information about the session in a file. Throws `SnapshotError`.
  ///
  ///     try SavedSession(path: "demo.snapshot").contents
  ///
  /// - Parameters:
  ///   - path: The path of the session's file.
  ///   - environment: Determines the directory of the lock file if the session belongs to one
  ///     machine.
  ///   - system: The system calls to use.
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

  /// Returns a copy with the given name and account. Use it if the account is known from outside
  /// the file, for example in a list of the sessions of several accounts.
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
    let endings = ["", ".lock", ".attempts", SnapshotFile.imageEnding, SnapshotFile.olderEnding]
    if endings.contains(String(rest)) { return true }
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

  /// Locks the session, so that no other process can open it until the result is released. Throws
  /// `SnapshotError`, which is `inUse` if another process has it open.
  ///
  /// - Parameter waitsForHolder: Whether to wait up to a second for a process that may be exiting.
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

  /// Deletes all files of the session. Throws `SnapshotError`, for example if a process has it
  /// open.
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
