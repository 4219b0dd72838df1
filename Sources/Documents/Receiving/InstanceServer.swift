import Dispatch
import Files
import Foundation
import Synchronization
import Values

/// The place where a running application takes documents from other processes of the same user.
///
///     let inbox = try InstanceServer(at: address) { delivery, isAwaited in
///       await loop.open(delivery, if: isAwaited) ? .taken("It is open in process 12.") : .refused("it is locked")
///     }
///
/// It works for as long as it is kept. Whoever owns the session owns its inbox: a socket that another process has left behind is replaced,
/// one at which somebody still listens isn't. Another user's message is refused unread.
public final class InstanceServer: Sendable {
  /// Takes a delivery, and answers.
  ///
  /// A sender waits for five seconds. Whoever comes to take a delivery later than that asks `isAwaited` first, which is false once the sender
  /// has given up: the person has been told then that it wasn't taken. It tells nothing after the answer.
  public typealias Handler =
    @Sendable (_ delivery: OpenRequest, _ isAwaited: @Sendable () -> Bool) async -> InstanceReply

  /// The time that a sender has for its message.
  static let patience = Duration.seconds(5)

  private let address: InstanceAddress
  // It is only cancelled, which may be done on any thread.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let mark: FileMark

  /// Opens the inbox, for messages of this process's user alone.
  ///
  /// Throws `DocumentError.notTaken` if somebody else listens there, `DocumentError.system` or `FileError`.
  public convenience init(at address: InstanceAddress, handler: @escaping Handler) throws {
    try self.init(at: address, user: geteuid(), handler: handler)
  }

  /// Opens the inbox for messages of a user alone.
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
      // A thread of its own, since a sender may be slow, and the tasks' threads are few.
      Thread { InstanceServer.serve(connection, handler) }.start()
    }
    source.setCancelHandler { listener.close() }
    source.activate()
  }

  deinit { close() }

  /// Closes the inbox. Closing again does nothing.
  public func close() {
    guard !source.isCancelled else { return }
    // If another process has taken the address over, the socket is that one's.
    if FileMark(address.path) == mark { unlink(address.path) }
    source.cancel()
  }

  private static func serve(_ connection: InstanceSocket, _ handler: @escaping Handler) {
    guard let bytes = connection.receive(until: .now + patience),
      // Whoever has given up, while this process was suspended, has told the person so.
      !connection.isAbandoned
    else { return connection.close() }
    func answer(_ reply: InstanceReply) {
      _ = connection.send(reply.bytes, until: .now + .seconds(1))
      connection.close()
    }
    guard let json = try? JSON(bytes, limits: .delivery), let delivery = OpenRequest(json) else {
      return answer(.refused("the message can't be read"))
    }
    Task { answer(await handler(delivery) { !connection.isAbandoned }) }
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
    if problem == 0, Foundation.listen(socket.descriptor, 16) != 0 { problem = errno }
    guard problem == 0 else {
      socket.close()
      throw DocumentError.system("opened", path: path, code: problem)
    }
    return socket
  }

  /// Tells whether nobody listens at a socket any more.
  private static func isLeftBehind(_ path: String) -> Bool {
    guard let probe = InstanceSocket() else { return false }
    defer { probe.close() }
    return probe.connect(to: path) == ECONNREFUSED
  }
}

/// The identity of a file, however often its name is given to others.
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
  fileprivate static let delivery: JSON.Limits = {
    var limits = JSON.Limits.answer
    limits.depth = 8
    limits.values = 16 * OpenRequest.limit
    return limits
  }()
}
