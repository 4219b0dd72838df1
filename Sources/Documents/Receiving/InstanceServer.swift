import Core
import Dispatch
import Glibc
import Synchronization

/// Receives open requests from other processes of the same user until it is released. The process
/// that has the session open runs its server: a stale socket is replaced, one on which another
/// process listens isn't. Requests from other users are rejected unread.
package final class InstanceServer: Sendable {
  /// Handles an open request and returns the reply.
  ///
  /// By default the sender waits for five seconds, then reports a failure to the user. Call
  /// `isAwaited` just before acting on the request: it returns `false` if the sender has given up.
  /// Don't call it after the handler has returned.
  public typealias Handler =
    @Sendable (_ request: OpenRequest, _ isAwaited: @Sendable () -> Bool) async -> InstanceReply

  static let patience = Duration.seconds(5)

  private let address: InstanceAddress
  // Used only to cancel the source, which is thread-safe.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let mark: FileMark

  /// Throws `DocumentError.notTaken` if another process listens at the address.
  public convenience init(at address: InstanceAddress, handler: @escaping Handler) throws {
    try self.init(at: address, user: geteuid(), handler: handler)
  }

  package init(at address: InstanceAddress, user: UInt32, handler: @escaping Handler) throws {
    self.address = address
    try address.directory.create()
    let listener = try address.directory.whileLocked { try InstanceServer.listen(at: address.path) }
    guard let mark = FileMark(address.path) else {
      listener.close()
      throw DocumentError.system("opened", path: address.path, code: ENOENT)
    }
    self.mark = mark
    let queue = DispatchQueue(label: "reprise.inbox")
    let source = DispatchSource.makeReadSource(fileDescriptor: listener.descriptor, queue: queue)
    self.source = source
    source.setEventHandler {
      let accepted = accept(listener.descriptor, nil, nil)
      guard accepted >= 0 else { return }
      let connection = InstanceSocket(accepted: accepted)
      guard connection.peer == user else { return connection.close() }
      // Uses a separate thread, because a slow sender would block one of the few threads for tasks.
      BlockingThread.start { InstanceServer.serve(connection, handler) }
    }
    source.setCancelHandler { listener.close() }
    source.activate()
  }

  deinit { close() }

  public func close() {
    guard !source.isCancelled else { return }
    // If another process has taken over the address, the socket isn't removed.
    if FileMark(address.path) == mark { unlink(address.path) }
    source.cancel()
  }

  private static func serve(_ connection: InstanceSocket, _ handler: @escaping Handler) {
    guard let bytes = connection.receive(until: .now + patience),
      // The sender may have given up while this process was suspended.
      !connection.isAbandoned
    else { return connection.close() }
    func respond(_ reply: InstanceReply) {
      _ = connection.send(reply.bytes, until: .now + .seconds(1))
      connection.close()
    }
    guard let json = try? JSON(bytes, limits: .openRequest), let request = OpenRequest(json) else {
      return respond(.refused("the message can't be read"))
    }
    Task { respond(await handler(request) { !connection.isAbandoned }) }
  }

  private static func listen(at path: String) throws -> InstanceSocket {
    guard let socket = InstanceSocket() else {
      throw DocumentError.system("opened", path: path, code: errno)
    }
    var problem = socket.bind(to: path)
    if problem == EADDRINUSE {
      guard isLeftBehind(path) else {
        socket.close()
        throw DocumentError.notTaken(
          application: DocumentRegistry.lastComponent(path), reason: "another process has the inbox"
        )
      }
      unlink(path)
      problem = socket.bind(to: path)
    }
    if problem == 0, Glibc.listen(socket.descriptor, 16) != 0 { problem = errno }
    guard problem == 0 else {
      socket.close()
      throw DocumentError.system("opened", path: path, code: problem)
    }
    return socket
  }

  private static func isLeftBehind(_ path: String) -> Bool {
    guard let probe = InstanceSocket() else { return false }
    defer { probe.close() }
    return probe.connect(to: path) == ECONNREFUSED
  }
}

/// The identity of a file, independent of its path.
private struct FileMark: Equatable, Sendable {
  let device: UInt64
  let node: UInt64

  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(status.st_ino)
  }
}

extension JSON.Limits {
  fileprivate static let openRequest: JSON.Limits = {
    var limits = JSON.Limits.response
    limits.depth = 8
    limits.values = 16 * OpenRequest.limit
    return limits
  }()
}

/// The address at which the instance that shows a session receives open requests: a socket in a
/// private directory.
///
/// The directory is in `$XDG_RUNTIME_DIR` if that is private, otherwise in the application's
/// directory, and in /tmp if the socket's path would be too long in both.
public struct InstanceAddress: Hashable, Sendable {
  /// The path of the socket at which the instance receives requests.
  public let path: String

  var directory: PrivateDirectory {
    PrivateDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
  }

  /// Derives the address from the path of a session's snapshot. Creates no file or directory.
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
