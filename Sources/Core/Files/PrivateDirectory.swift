import Glibc

/// A reference to a directory that only its owner can access, such as an application's state
/// directory.
public struct PrivateDirectory: Hashable, Sendable {
  /// The path of the directory.
  public let path: String

  /// Creates a reference to a directory. The directory isn't created until `create` is called.
  ///
  ///     PrivateDirectory("/home/anna/.local/state/notes")
  public init(_ path: String) { self.path = path }

  /// Creates a reference to the directory in which an application stores its state:
  /// `$XDG_STATE_HOME/<app>`, or `~/.local/state/<app>` if the variable isn't set.
  ///
  ///     try PrivateDirectory(ofApplication: "notes",
  ///       environment: ProcessInfo.processInfo.environment)
  ///
  /// The directory isn't created until `create` is called. Throws `FileError.noHome` if the
  /// environment names no directory, and `otherUsersHome` if the process runs as root and the
  /// directory belongs to another user.
  public init(ofApplication name: String, environment: [String: String]) throws(FileError) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let named = absolute("XDG_STATE_HOME")
    guard let state = named ?? absolute("HOME").map({ $0 + "/.local/state" })
    else { throw .noHome }
    self.init("\(state)/\(name)")
    try Ownership.requireOwnHome(path, from: named == nil ? "HOME" : "XDG_STATE_HOME")
  }

  /// Sorted; empty if the directory doesn't exist.
  package func names() throws(FileError) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw .system("read", path: path, code: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        guard errno == 0 else { throw .system("read", path: path, code: errno) }
        return names.sorted()
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Calls `body` while no other caller of this method is in the same directory. Use it to read,
  /// change and replace a file without losing another process's change.
  ///
  /// Waits up to two seconds for other callers, then throws `FileError`. If the file system has no
  /// locks, calls `body` without one. Calls must not be nested.
  public func whileLocked<Value>(_ body: () throws -> Value) throws -> Value {
    try whileLocked(SystemFiles(), body)
  }

  func whileLocked<Value>(
    _ system: any FileSystem, _ body: () throws -> Value
  ) throws -> Value {
    let descriptor = system.openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw FileError.system("opened", path: path, code: errno)
    }
    defer { system.closeFile(descriptor) }
    guard FileAccess(system).lock(descriptor, tries: 100) != .heldElsewhere else {
      throw FileError.system("locked", path: path, code: EWOULDBLOCK)
    }
    return try body()
  }

  /// Creates the directory and its missing parents with access only for the owner. If the directory
  /// exists, removes other users' access. Throws `FileError`, also if another user owns it.
  public func create() throws(FileError) { try create(making: PrivateDirectory.make) }

  /// `make` behaves like `mkdir`: it returns 0, or -1 with `errno`.
  func create(making make: (String) -> Int32) throws(FileError) {
    var parent = ""
    var refusal = ENOENT
    for component in path.split(separator: "/") {
      parent += "/" + component
      guard make(parent) != 0, errno != EEXIST, errno != EISDIR else { continue }
      // On a read-only disk, `mkdir` returns `EROFS` even for some directories that exist.
      guard errno == EROFS || refusal == EROFS && errno == ENOENT else {
        throw .system("created", path: parent, code: errno)
      }
      refusal = EROFS
    }
    try makePrivate(refusal)
  }

  /// Throws if the parent doesn't exist, because a deleted parent must not be recreated.
  package func createAlone() throws(FileError) { try createAlone(making: PrivateDirectory.make) }

  func createAlone(making make: (String) -> Int32) throws(FileError) {
    let code = make(path) == 0 ? 0 : errno
    guard [0, EEXIST, EROFS].contains(code) else {
      throw .system("created", path: path, code: code)
    }
    try makePrivate(code == EROFS ? EROFS : ENOENT)
  }

  private static func make(_ path: String) -> Int32 { mkdir(path, 0o700) }

  /// `refusal` is the error to report if the directory doesn't exist.
  private func makePrivate(_ refusal: Int32) throws(FileError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw .system("created", path: path, code: errno == ENOENT ? refusal : errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
      throw .unsafe(path: path, "it is not a folder of yours")
    }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
      throw .system("made private", path: path, code: errno)
    }
  }
}
