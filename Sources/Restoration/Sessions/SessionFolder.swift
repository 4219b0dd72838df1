#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where an application keeps its sessions: `$XDG_STATE_HOME/<app>/sessions`, by default under `~/.local/state`.
public struct SessionFolder: Hashable, Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The folder for an application, from the environment. Throws `SnapshotProblem.noHome`.
  public init(application: String, environment: [String: String]) throws {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let state = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" })
    else { throw SnapshotProblem.noHome }
    self.init(path: "\(state)/\(application)/sessions")
  }

  /// The file of a session. Each principal has its own, under a name that reveals neither server nor user.
  ///
  /// Throws `SnapshotProblem.badName`.
  public func file(forSession name: String, principal: Principal?) throws -> String {
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
      throw SnapshotProblem.badName(name)
    }
    let suffix = principal.map { "-" + $0.fileName } ?? ""
    return "\(path)/\(name)\(suffix).snapshot"
  }

  /// Makes the folder and those above it, for its owner alone. Throws `SnapshotProblem`.
  public func create() throws {
    var parent = ""
    var refusal = ENOENT
    for component in path.split(separator: "/") {
      parent += "/" + component
      guard mkdir(parent, 0o700) != 0, errno != EEXIST, errno != EISDIR else { continue }
      // On a read-only disk that is said of folders which are there, too.
      guard errno == EROFS || refusal == EROFS && errno == ENOENT else {
        throw SnapshotProblem.system("created", path: parent, code: errno)
      }
      refusal = EROFS
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw SnapshotProblem.system("created", path: path, code: errno == ENOENT ? refusal : errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
      throw SnapshotProblem.unsafe(path: path, "it is not a folder of yours")
    }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
      throw SnapshotProblem.system("made private", path: path, code: errno)
    }
  }
}
