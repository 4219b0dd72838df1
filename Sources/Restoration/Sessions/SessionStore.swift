public import Core
import Glibc

/// A directory with the saved sessions of an application, one file per session. It is usually
/// `$XDG_STATE_HOME/<app>/sessions`, by default `~/.local/state/<app>/sessions`.
public struct SessionStore: Sendable {
  /// The path of the directory that contains the session files.
  public let path: String
  /// Determines where a machine's own sessions are locked.
  let environment: [String: String]
  let system: any FileSystem

  /// Creates a reference to a directory of sessions. The directory isn't created until `create` is
  /// called.
  ///
  ///     SessionStore(path: "/home/ada/.local/state/molecules/sessions")
  public init(
    path: String, environment: [String: String] = [:], system: any FileSystem = SystemFiles()
  ) {
    self.path = path
    self.environment = environment
    self.system = system
  }

  /// Creates a reference to the directory with the sessions of an application, found through
  /// `XDG_STATE_HOME` or `HOME` in the environment. Throws `SnapshotError.file` with `noHome` if
  /// neither is set.
  ///
  ///     try SessionStore(application: "molecules", environment: environment)
  public init(
    application: String, environment: [String: String], system: any FileSystem = SystemFiles()
  ) throws {
    let directory = try SnapshotError.ofSession {
      try PrivateDirectory(ofApplication: application, environment: environment)
    }
    self.init(path: directory.path + "/sessions", environment: environment, system: system)
  }

  /// Returns the path of the file for a session. Each account has its own files, whose names reveal
  /// neither the server nor the user. Throws `SnapshotError.badName` if the session can't have this
  /// name.
  ///
  /// - Parameters:
  ///   - name: The name of the session, such as "main".
  ///   - account: The account of the session; `nil` if it has none.
  public func file(forSession name: String, account: Account?) throws -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= 64, !name.hasPrefix(".") else {
      throw SnapshotError.badName(name)
    }
    let suffix = account.map { "-" + $0.fileName } ?? ""
    return "\(path)/\(name)\(suffix).snapshot"
  }

  /// Creates the directory and its missing parents, so that only the owner can access them. Throws
  /// `SnapshotError`.
  public func create() throws {
    try SnapshotError.ofSession { try PrivateDirectory(path).create() }
  }

  /// Returns information about all sessions in the directory, sorted by file name. Returns an empty
  /// array if the directory doesn't exist.
  ///
  /// For a session that can't be opened, `SavedSession.refusal` is the error. Throws
  /// `SnapshotError` if the directory can't be read.
  public func sessions() throws -> [SavedSession] {
    try files().map { file in
      do {
        return try SavedSession(file, in: self)
      } catch let problem as SnapshotError {
        return SavedSession(refused: file, in: self, problem)
      }
    }
  }

  /// Checks that the directory can be read. Throws `SnapshotError` if it can't.
  public func requireReadable() throws { _ = try files() }

  /// The names of the session files, without extension, and the times when they were last written,
  /// in seconds since 1970. No session file is opened. Empty if the directory can't be read;
  /// `requireReadable` throws the reason.
  public var dates: [(name: String, writtenAt: Int)] {
    ((try? files()) ?? []).compactMap { file in
      timestamp(of: file.path).map { (file.stem, $0.tv_sec) }
    }
  }

  func files() throws -> [File] {
    try SnapshotError.ofSession { try PrivateDirectory(path).names() }
      .filter { $0.hasSuffix(File.ending) }.map { File(path: "\(path)/\($0)") }
  }

  /// The time when a file was last written; `nil` if it doesn't exist.
  func timestamp(of path: String) -> timespec? {
    var status = stat()
    return system.status(of: path, &status) == 0 ? status.modificationTime : nil
  }
}

extension SessionStore {
  /// The path of a session file. Its name contains the name of the session, and an id of its
  /// account and the name of its machine if it has them.
  public struct File: Hashable, Sendable {
    /// The path of the session file.
    public let path: String
    /// The name of the session file without its extension, such as `main-3f2a1b2c` for the session
    /// "main" of an account.
    public let stem: String

    static let ending = ".snapshot"

    init(path: String) {
      self.path = path
      let name = path.split(separator: "/").last.map(String.init) ?? path
      stem = name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name
    }

    /// Returns the name of the session if its file name shows that it belongs to the account;
    /// otherwise `nil`. For the account `nil`, returns the name with any account id.
    public func name(for account: Account?) -> String? {
      guard let account else { return String(sharedStem) }
      let suffix = "-" + account.fileName
      guard sharedStem.hasSuffix(suffix), sharedStem.count > suffix.count else { return nil }
      return String(sharedStem.dropLast(suffix.count))
    }

    /// The name of the only machine that can open the session; `nil` if any machine can. A session
    /// is restricted to one machine if its directory is on a file system without locks.
    public var machine: String? {
      // Session names can't contain `@`.
      stem.lastIndex(of: "@").map { String(stem[stem.index(after: $0)...]) }
    }

    private var sharedStem: Substring { stem.prefix { $0 != "@" } }

    /// Returns the path of a machine's own session file, given the shared session's path. Some
    /// network file systems have no locks. There, each machine has its own session, whose lock is
    /// in a local directory: `main@bastion.snapshot`.
    package static func path(_ path: String, of machine: String) -> String {
      "\(path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path)@\(machine)\(ending)"
    }
  }

  /// The sessions' files, most recently used first, without those that belong to other machines.
  /// Opening a session, which writes its lock file, and saving it count as uses. No file is opened.
  /// Empty if the directory can't be read; opening a session then reports the error.
  package var filesByLastUse: [File] {
    func lastUse(_ file: File) -> (Int, Int) {
      let uses = [file.path, file.path + ".lock"].compactMap(timestamp)
      return uses.map { ($0.tv_sec, $0.tv_nsec) }.max(by: <) ?? (0, 0)
    }
    return ((try? files()) ?? [])
      .filter { ($0.machine ?? ThisMachine.name) == ThisMachine.name }
      .map { ($0, lastUse: lastUse($0)) }.sorted { $0.lastUse > $1.lastUse }.map(\.0)
  }

  /// Returns the process that has the session open and isn't exiting, as described in its lock
  /// file; `nil` if there is none. Throws `SnapshotError`.
  package func settledOwner(
    of file: File, seenFrom terminal: String? = ThisMachine.terminal
  ) throws -> String? {
    guard let text = try owner(of: file) else { return nil }
    return SessionOwner(text: text)?.isSettled(seenFrom: terminal) == false ? nil : text
  }

  /// Returns the process that has the session open, as described in its lock file; `nil` if there
  /// is none. If the lock file was deleted, the lock on the session's own file is checked. Throws
  /// `SnapshotError`.
  func owner(of file: File) throws -> String? {
    let access = FileAccess(system)
    // The two locks aren't taken and released at the same time, so a brief mismatch is retried.
    for tries in 0..<5 {
      if tries > 0 { usleep(20_000) }
      if let text = try SessionLock.holder(of: lockPath(of: file), access) { return text }
      if !SnapshotFile.isHeld(file.path, access) { return nil }
    }
    return SessionOwner.unnamed
  }

  func lockPath(of file: File) -> String {
    file.machine == nil
      ? file.path + ".lock" : SessionLock.machineFile(for: file.path, environment: environment)
  }

  /// Returns the terminal window in which the session was last opened; `nil` if unknown.
  func terminalIdentity(of file: File) -> TerminalIdentity? {
    // On an error, a start falls back to the most recently used session.
    guard let bytes = try? FileAccess(system).contents(of: lockPath(of: file), limit: 4096) ?? []
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.dropFirst().first.flatMap { TerminalIdentity(text: String($0)) }
  }

  /// Returns the first file whose session was opened in a terminal window. More specific names of
  /// the window are compared first.
  package func first(among files: [File], openedIn window: TerminalIdentity) -> File? {
    let names = files.map { terminalIdentity(of: $0)?.names }
    for name in window.names {
      if let index = names.firstIndex(where: { $0?.contains(name) == true }) { return files[index] }
    }
    return nil
  }
}
