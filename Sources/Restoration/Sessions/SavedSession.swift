#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

public import Files
public import Values

/// A saved session, looked at and not opened: nothing of it is locked or changed.
public struct SavedSession: Sendable {
  public enum Contents: Sendable {
    case nothing
    case snapshot(Snapshot)
    /// Only its password opens it.
    case sealed
    case unreadable(String)
    /// A later release's.
    case newer(format: Int)
  }

  /// The file's name without its extension: what `--session` takes, and for a server's session eight digits more. Or what it is called
  /// among sessions of several folders.
  public private(set) var name: String
  /// Whose it is, if that is said beside the file: a sealed one doesn't tell.
  public private(set) var account: Account?
  /// When the file was written last, in seconds since 1970; nil if there is none.
  public let writtenAt: Int?
  public let path: String
  public let byteCount: Int
  public let contents: Contents
  /// Which process has it open.
  public let owner: String?
  /// What belongs to the session and is deleted with it: the session itself, its copies, what was set aside.
  public let files: [String]

  /// Throws `SnapshotProblem`.
  public init(path: String, system: any FileSystem = SystemFiles()) throws {
    let access = FileAccess(system)
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let file = path.split(separator: "/").last.map(String.init) ?? path
    self.path = path
    name = SavedSession.stem(of: file)
    let bytes = try SnapshotProblem.ofSession {
      try access.contents(of: path, limit: 2 * Slot.maximumSize) ?? []
    }
    writtenAt = SessionFolder.date(of: path, system)
    byteCount = bytes.count
    contents = SavedSession.contents(of: bytes)
    owner = try SessionLock.holder(of: path + ".lock", access)
    let stem = SavedSession.stem(of: file)
    files = SessionFolder.names(in: folder)
      .filter { SavedSession.belongs($0, to: file, stem: stem) }
      .map { "\(folder)/\($0)" }
  }

  /// One that isn't even opened, and why.
  fileprivate init(refused path: String, _ problem: any Error) {
    self.path = path
    name = SavedSession.stem(of: path.split(separator: "/").last.map(String.init) ?? path)
    writtenAt = nil
    byteCount = 0
    contents = .unreadable((problem as? SnapshotProblem)?.brief ?? "\(problem)")
    owner = nil
    files = []
  }

  /// The same session under another name, and said to be somebody's.
  public func named(_ name: String, of account: Account) -> SavedSession {
    var session = self
    session.name = name
    session.account = account
    return session
  }

  /// Whether a file is one of those that a session makes. Others may begin with its name, and are none of its business.
  private static func belongs(_ name: String, to file: String, stem: String) -> Bool {
    [file, stem + ".durable"].contains { base in
      guard name.hasPrefix(base) else { return false }
      let rest = name.dropFirst(base.count)
      return ["", ".lock", ".attempts", ".attempts.new", ".new"].contains(rest)
        || rest.hasPrefix(".aside-") || rest.hasPrefix(".from-")
    }
  }

  private static func contents(of bytes: [UInt8]) -> Contents {
    let slots = SlotPair(bytes)
    if let format = slots.newerFormat { return .newer(format: format) }
    guard let body = slots.newest?.slot.body else {
      return slots.damage.map { .unreadable($0) } ?? .nothing
    }
    if SnapshotFile.isSealed(body) { return .sealed }
    do {
      return .snapshot(try Snapshot(body: body))
    } catch SnapshotProblem.unreadable(let reason) {
      return .unreadable(reason)
    } catch {
      return .unreadable("\(error)")
    }
  }

  fileprivate static func stem(of file: String) -> String {
    file.hasSuffix(".snapshot") ? String(file.dropLast(".snapshot".count)) : file
  }

  /// Deletes the session with all that belongs to it. Throws `SnapshotProblem`, above all if a process has it open.
  public func forget() throws {
    // Held until the files are gone, so that nobody opens the session meanwhile.
    let lock = try SessionLock(
      path: path + ".lock", owner: SessionLock.owner(terminal: nil, secondsSince1970: time(nil)))
    try withExtendedLifetime(lock) {
      for file in files + [path + ".lock"] where unlink(file) != 0 && errno != ENOENT {
        throw SnapshotProblem.file(.system("deleted", path: file, code: errno))
      }
    }
  }
}

extension SessionFolder {
  /// The sessions in the folder, by name; none if there is no such folder. One that isn't opened says why.
  public var sessions: [SavedSession] {
    SessionFolder.names(in: path).filter { $0.hasSuffix(".snapshot") }.map { name in
      let file = "\(path)/\(name)"
      do {
        return try SavedSession(path: file)
      } catch {
        return SavedSession(refused: file, error)
      }
    }
  }

  /// The sessions' names, and when each was written last, in seconds since 1970. None is opened.
  public var dates: [(name: String, writtenAt: Int)] {
    SessionFolder.names(in: path).filter { $0.hasSuffix(".snapshot") }.compactMap { file in
      SessionFolder.date(of: "\(path)/\(file)").map { (SavedSession.stem(of: file), $0) }
    }
  }

  /// When a file was written last; nil if there is none.
  fileprivate static func date(of path: String, _ system: any FileSystem = SystemFiles()) -> Int? {
    var status = stat()
    guard system.status(of: path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }

  /// The names of the files in a folder, sorted.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
