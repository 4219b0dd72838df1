import Documents
import Synchronization

/// Receives documents from other processes for the screens of this one.
///
/// A sender waits only a few seconds. While the main thread runs another program in the terminal,
/// the server rejects requests itself.
final class Receiver: Sendable {
  private let server: InstanceServer
  private let isLent: Lent

  private final class Lent: Sendable {
    let value = Atomic(false)
  }

  /// Starts the server at an address. Throws the errors of `InstanceServer`.
  ///
  /// `find` is asynchronous, so that a slow disk doesn't block the main thread. `take` is called
  /// with its result, unless the sender has given up.
  init<Found>(
    at address: InstanceAddress, find: @escaping @MainActor @Sendable (OpenRequest) async -> Found,
    take: @escaping @MainActor @Sendable (OpenRequest, Found) -> InstanceReply
  ) throws {
    let isLent = Lent()
    self.isLent = isLent
    server = try InstanceServer(at: address) { openRequest, isAwaited in
      if isLent.value.load(ordering: .acquiring) {
        return .refused("it has lent its terminal to another program")
      }
      return await Receiver.reply(to: openRequest, isAwaited, find, take)
    }
  }

  @MainActor private static func reply<Found>(
    to openRequest: OpenRequest, _ isAwaited: @Sendable () -> Bool,
    _ find: @MainActor @Sendable (OpenRequest) async -> Found,
    _ take: @MainActor @Sendable (OpenRequest, Found) -> InstanceReply
  ) async -> InstanceReply {
    // The main thread may have been busy for longer than the sender waits.
    guard isAwaited() else { return .refused("it was busy for too long") }
    let found = await find(openRequest)
    return isAwaited() ? take(openRequest, found) : .refused("it was busy for too long")
  }

  /// Rejects requests while `work` blocks the main thread.
  func whileLent(_ work: () -> Void) {
    isLent.value.store(true, ordering: .releasing)
    defer { isLent.value.store(false, ordering: .releasing) }
    work()
  }

  func close() { server.close() }
}

extension OpenRequest {
  var isOne: Bool { documents.count + urls.count == 1 }

  /// A short description: “drugs.sdf”, “12 files”.
  var description: String {
    let names = documents.map { document in
      let name = document.path.split(separator: "/").last.map { String($0) } ?? document.path
      return document.part.map { "\(name)#\($0)" } ?? name
    }
    let all = names + urls
    return isOne ? all[0] : "\(all.count) files"
  }
}
