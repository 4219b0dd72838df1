public import Core

/// The directory in which an application stores its sessions: `$XDG_STATE_HOME/<app>/sessions`, by
/// default `~/.local/state/<app>/sessions`.
public struct SessionDirectory: Hashable, Sendable {
  /// The path of the directory.
  public let path: String

  /// Creates a reference to a directory without creating it.
  ///
  ///     SessionDirectory(path: "/home/ada/.local/state/molecules/sessions")
  public init(path: String) { self.path = path }

  /// The session directory of an application. Throws `SnapshotError.file` with `noHome` if the
  /// environment names no directory.
  ///
  ///     try SessionDirectory(application: "molecules", environment: environment)
  public init(application: String, environment: [String: String]) throws {
    let directory = try SnapshotError.ofSession {
      try PrivateDirectory(ofApplication: application, environment: environment)
    }
    self.init(path: directory.path + "/sessions")
  }

  /// Returns the path of a session's file. It differs by account, but reveals neither server nor
  /// user.
  ///
  /// Throws `SnapshotError.badName`.
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

  /// Creates the directory and its missing parents, accessible only to the owner. Throws
  /// `SnapshotError`.
  public func create() throws {
    try SnapshotError.ofSession { try PrivateDirectory(path).create() }
  }
}

/// Per-machine sessions, for directories without locks, as on some network file systems:
/// `main@bastion.snapshot`. Their locks are in a local directory of the machine.
extension SessionDirectory {
  /// Returns the path of a machine's own session file, given the shared session's path.
  public static func file(_ path: String, of machine: String) -> String {
    let ending = ".snapshot"
    return
      "\(path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path)@\(machine)\(ending)"
  }
}

extension SessionDirectory.File {
  /// The machine to which the session belongs; `nil` if any machine can open it.
  public var machine: String? {
    // Session names can't contain `@`.
    stem.lastIndex(of: "@").map { String(stem[stem.index(after: $0)...]) }
  }

  var sharedStem: Substring { stem.prefix { $0 != "@" } }

  func lockPath(_ environment: [String: String]) -> String {
    machine == nil
      ? path + ".lock" : SessionLock.machineFile(for: path, environment: environment)
  }
}
