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
