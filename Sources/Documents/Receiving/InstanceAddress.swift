import Files
import Foundation
import Values

/// The place of a session's inbox: a socket in a private folder.
///
/// The folder is in `$XDG_RUNTIME_DIR`, if that is the person's alone; else in the application's own, or, where that path is too long for
/// a socket, in /tmp.
public struct InstanceAddress: Hashable, Sendable {
  /// The socket's path.
  public let path: String

  /// The folder that the socket is in.
  var directory: PrivateDirectory {
    PrivateDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
  }

  /// The address of the session whose snapshot is in a file. Makes nothing.
  ///
  ///     InstanceAddress(of: "molecules", session: snapshotPath, environment: environment)
  public init(of application: String, session snapshot: String, environment: [String: String]) {
    var sum = CRC32()
    sum.update(snapshot.utf8)
    // Two sessions of one name may lie in two folders; and no name is too long for a socket.
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
