import Core
import Foundation

/// The location of a session's instance server: a socket in a private directory.
///
/// The directory is in `$XDG_RUNTIME_DIR` if that is private, otherwise in the application's
/// directory. If the path is too long for a socket, it is in /tmp.
public struct InstanceAddress: Hashable, Sendable {
  /// The socket's path.
  public let path: String

  var directory: PrivateDirectory {
    PrivateDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
  }

  /// Derives the address for a session from its snapshot's path. Creates nothing.
  ///
  ///     InstanceAddress(of: "molecules", session: snapshotPath, environment: environment)
  public init(of application: String, session snapshot: String, environment: [String: String]) {
    var sum = CRC32()
    sum.update(snapshot.utf8)
    // The checksum distinguishes equal names in different directories, and limits the length of the
    // socket's path.
    let name = "\(sum.hexadecimal).inbox"
    var directories: [String] = []
    if let runtime = environment["XDG_RUNTIME_DIR"], Ownership.isPrivateDirectory(runtime) {
      directories.append("\(runtime)/\(application)")
    }
    if let state = try? PrivateDirectory(ofApplication: application, environment: environment) {
      directories.append(state.path + "/inbox")
    }
    let paths = directories.map { "\($0)/\(name)" }
    path =
      paths.first { $0.utf8.count <= InstanceSocket.longestPath }
      ?? "/tmp/\(application.prefix(40))-\(geteuid())/\(name)"
  }
}
