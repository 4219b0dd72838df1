#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that is its owner's alone.
public struct PrivateDirectory: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// Names a folder, and makes nothing.
  ///
  ///     PrivateDirectory("/home/anna/.local/state/notes")
  public init(_ path: String) { self.path = path }

  /// The folder of an application, from the environment: `$XDG_STATE_HOME/<app>`, by default under `~/.local/state`.
  ///
  ///     try PrivateDirectory(ofApplication: "notes", environment: ProcessInfo.processInfo.environment)
  ///
  /// Nothing is made there. Throws `FileError.noHome`, and `anothersHome` where root would write
  /// in another user's home.
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

  /// Returns the names of all that is in the folder, sorted; none if there is no such folder.
  ///
  /// Throws `FileError` if it can't be read: that isn't the same as having nothing in it.
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

  /// Does something that no other process does in this folder meanwhile, if it asks in this way too: to read a file, change it, and replace
  /// it, so that no other process's change in between is lost.
  ///
  /// Waits up to two seconds for another one, and then throws `FileError`. Where there are no locks, nobody is waited for. Don't nest it.
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
    var tries = 0
    while system.lockFile(descriptor, LOCK_EX | LOCK_NB) != 0,
      errno == EWOULDBLOCK || errno == EINTR
    {
      guard tries < 100 else {
        throw FileError.system("locked", path: path, code: EWOULDBLOCK)
      }
      tries += 1
      usleep(20_000)
    }
    return try body()
  }

  /// Makes the folder and those above it, for its owner alone. Throws `FileError`.
  public func create() throws(FileError) { try create(making: PrivateDirectory.make) }

  /// Makes each folder with a call that answers as `mkdir` does: 0, or -1 and `errno`.
  func create(making make: (String) -> Int32) throws(FileError) {
    var parent = ""
    var refusal = ENOENT
    for component in path.split(separator: "/") {
      parent += "/" + component
      guard make(parent) != 0, errno != EEXIST, errno != EISDIR else { continue }
      // On a read-only disk that is said of folders which are there, too.
      guard errno == EROFS || refusal == EROFS && errno == ENOENT else {
        throw .system("created", path: parent, code: errno)
      }
      refusal = EROFS
    }
    try makePrivate(refusal)
  }

  /// Makes the folder in the one above it. Where that isn't there any more, this throws, too: whoever has deleted it doesn't want it back.
  /// Throws `FileError`.
  package func createAlone() throws(FileError) { try createAlone(making: PrivateDirectory.make) }

  func createAlone(making make: (String) -> Int32) throws(FileError) {
    let code = make(path) == 0 ? 0 : errno
    guard [0, EEXIST, EROFS].contains(code) else {
      throw .system("created", path: path, code: code)
    }
    try makePrivate(code == EROFS ? EROFS : ENOENT)
  }

  private static func make(_ path: String) -> Int32 { mkdir(path, 0o700) }

  /// Sees that the folder is the user's, and that nobody else may enter it. `refusal` is the reason why it isn't there.
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
