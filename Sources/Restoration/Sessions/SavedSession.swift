public import Files
public import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A saved session, looked at and not opened: nothing of it is locked or changed.
public struct SavedSession: Sendable {
  /// The contents of a session's file.
  public enum Contents: Sendable {
    /// No snapshot: nothing is saved yet.
    case nothing
    /// The snapshot of a session that isn't sealed.
    case snapshot(Snapshot)
    /// A sealed session: only its password opens it.
    case sealed
    /// Damage, with the reason in words.
    case unreadable(String)
    /// A later release's session.
    case newer(format: Int)
  }

  /// The file's name without its extension: the name that `--session` takes, and for a server's session eight digits more. Or the name
  /// among sessions of several folders.
  public private(set) var name: String
  /// The account, if that is said beside the file: a sealed session doesn't tell.
  public private(set) var account: Account?
  /// The moment when the file was written last, in seconds since 1970; nil if there is none.
  public let writtenAt: Int?
  /// The path of the file.
  public let path: String
  /// The size of the file, in bytes.
  public let byteCount: Int
  /// The contents of the file.
  public let contents: Contents
  /// The reason why the file couldn't be opened; nil if it could, whatever it holds.
  public let refusal: SnapshotError?
  /// The process that has the session open; nil if none has, or if that process is on the machine whose own session this is.
  public let owner: String?
  /// The machine whose own session it is; nil for one that is every machine's. Only there can be told whether it is open.
  public var machine: String? { file.machine }
  /// The place of the terminal in which the session was opened last; nil if that isn't known.
  public let terminalPlace: TerminalIdentity?
  private let file: SessionDirectory.File
  private let environment: [String: String]
  /// The files that belong to the session and are deleted with it: the session itself, its copies, files set aside.
  public let files: [String]

  /// Looks at a session; the environment says where a machine's own is locked. Throws `SnapshotError`.
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
    // What can't be read of the copy is said by whoever opens the session.
    let copy = (try? access.contents(of: SnapshotFile.copyPath(of: path), limit: Slot.maximumSize))
    contents = SavedSession.contents(
      of: SavedGenerations(file: bytes, copy: .success((copy ?? nil) ?? [])))
    owner = try self.file.owner(environment, access)
    terminalPlace = self.file.terminalPlace(environment: environment, system: system)
    let names = try SnapshotError.ofSession { try PrivateDirectory(directory).names() }
    // A session may be called like another one's file.
    let others = names.filter { $0.hasSuffix(".snapshot") && $0 != file }
    files =
      names
      .filter { SavedSession.belongs($0, to: file) }
      .filter { name in !others.contains { SavedSession.isOf(name, $0) } }
      .map { "\(directory)/\($0)" }
  }

  /// A session that isn't even opened, and the problem.
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
    terminalPlace = nil
    files = []
  }

  /// Returns the session under another name, with an account.
  public func named(_ name: String, of account: Account) -> SavedSession {
    var session = self
    session.name = name
    session.account = account
    return session
  }

  /// Tells whether a file is one of those that a session makes. Others may begin with its name, and are none of its business.
  private static func belongs(_ name: String, to file: String) -> Bool {
    guard let rest = rest(of: name, after: file) else { return false }
    if ["", ".lock", ".attempts", SnapshotFile.olderEnding].contains(String(rest)) { return true }
    if rest.hasPrefix(".from-") { return true }
    if (1...Quarantine.maximumCount).contains(where: { rest == ".aside-\($0)" }) { return true }
    // `NAME.new`, `NAME.2.new`, `NAME.4711-99.new`: what was being written when a process was killed.
    return rest.hasSuffix(".new") && !rest.contains(".snapshot") && !rest.contains(".durable")
  }

  /// Tells whether a file is another session's own, whatever its name begins with.
  private static func isOf(_ name: String, _ other: String) -> Bool {
    rest(of: name, after: other).map { $0.isEmpty || $0.hasPrefix(".") } ?? false
  }

  /// Returns the rest behind a session's name, or its copy's, in the name of one of its files; nil for other files.
  private static func rest(of name: String, after file: String) -> Substring? {
    let copy = stem(of: file) + ".durable"
    return name[...].dropPrefix(file) ?? name[...].dropPrefix(copy)
  }

  private static func contents(of saved: SavedGenerations) -> Contents {
    if let format = saved.newerFormat { return .newer(format: format) }
    guard let body = saved.whole.first?.slot.body else {
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

  /// Holds the session, so that nobody opens it until this is let go of. Throws `SnapshotError`, above all `inUse` if a process has it
  /// open; with `waitsForHolder` it waits up to a second for one that is ending.
  public func hold(waitsForHolder: Bool) throws -> SessionLease {
    // The session's own file comes first: where a process holds it whose lock was deleted, that lock isn't made anew here.
    let session = SnapshotFile(path: path)
    try session.hold(waitsForHolder: waitsForHolder)
    let lock = try SessionLock(
      path: file.lockPath(environment),
      owner: SessionLock.owner(terminal: nil, secondsSince1970: time(nil)),
      waitsForHolder: waitsForHolder)
    return SessionLease(session: session, lock: lock)
  }

  /// Deletes the session with all files that belong to it. Throws `SnapshotError`, above all if a process has it open.
  public func forget() throws {
    let hold = try hold(waitsForHolder: true)
    try withExtendedLifetime(hold) {
      for file in files + [file.lockPath(environment)] where unlink(file) != 0 && errno != ENOENT {
        throw SnapshotError.file(.system("deleted", path: file, code: errno))
      }
      // After a power cut it must still be gone.
      try SnapshotError.ofSession { try FileAccess().synchronizeDirectory(of: path) }
    }
  }
}

extension SessionDirectory {
  /// The sessions in the folder, by name; none if there is no such folder. One that can't be opened has the reason. The environment says
  /// where a machine's own sessions are locked. Throws `SnapshotError` if the folder can't be
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

  /// Throws `SnapshotError` if it can't be told which sessions there are.
  public func requireReadable() throws { _ = try names }

  /// The sessions' names, and the moments when they were written last, in seconds since 1970. None
  /// is opened. There are none if the folder can't be read (`requireReadable`).
  public var dates: [(name: String, writtenAt: Int)] {
    ((try? names) ?? []).filter { $0.hasSuffix(".snapshot") }.compactMap { file in
      SessionDirectory.date(of: "\(path)/\(file)").map { (SavedSession.stem(of: file), $0) }
    }
  }

  /// The moment when a file was written last, in seconds since 1970; nil if there is none.
  fileprivate static func date(of path: String, _ system: any FileSystem = SystemFiles()) -> Int? {
    var status = stat()
    guard system.status(of: path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }

  /// The names of the files in the folder, sorted. Throws `SnapshotError`.
  var names: [String] {
    get throws { try SnapshotError.ofSession { try PrivateDirectory(path).names() } }
  }
}

extension Substring {
  /// Returns the rest behind a prefix; nil if this doesn't begin with it.
  fileprivate func dropPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
