import Files
public import Values

/// The folder in which an application keeps its sessions: `$XDG_STATE_HOME/<app>/sessions`, by default under `~/.local/state`.
public struct SessionDirectory: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// Names a folder, and makes nothing.
  ///
  ///     SessionDirectory(path: "/home/ada/.local/state/molecules/sessions")
  public init(path: String) { self.path = path }

  /// The folder for an application, from the environment. Throws `SnapshotError.file`, with `noHome`, if that names none.
  ///
  ///     try SessionDirectory(application: "molecules", environment: environment)
  public init(application: String, environment: [String: String]) throws {
    let directory = try SnapshotError.ofSession {
      try PrivateDirectory(ofApplication: application, environment: environment)
    }
    self.init(path: directory.path + "/sessions")
  }

  /// The file of a session. Each account has its own, under a name that reveals neither server nor user.
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

  /// Makes the folder and those above it, for its owner alone. Throws `SnapshotError`.
  public func create() throws {
    try SnapshotError.ofSession { try PrivateDirectory(path).create() }
  }
}
