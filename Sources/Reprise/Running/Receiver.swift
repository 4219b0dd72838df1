import Documents
import Synchronization

/// The way of documents from other processes to the screens of this one.
///
/// A sender waits for a few seconds only. While the terminal is lent to another program, the main thread can't answer; so the inbox itself
/// does.
final class Receiver: Sendable {
  private let inbox: InstanceServer
  private let isLent: Lent

  private final class Lent: Sendable {
    let value = Atomic(false)
  }

  /// Opens the inbox at an address. Throws the errors of `InstanceServer`.
  ///
  /// `find` may wait for a disk that doesn't answer: the main thread goes on meanwhile. `take` is given what it has found, unless the sender
  /// has given up by then.
  init<Found>(
    at address: InstanceAddress, find: @escaping @MainActor @Sendable (OpenRequest) async -> Found,
    take: @escaping @MainActor @Sendable (OpenRequest, Found) -> InstanceReply
  ) throws {
    let isLent = Lent()
    self.isLent = isLent
    inbox = try InstanceServer(at: address) { delivery, isAwaited in
      if isLent.value.load(ordering: .acquiring) {
        return .refused("it has lent its terminal to another program")
      }
      return await Receiver.reply(to: delivery, isAwaited, find, take)
    }
  }

  @MainActor private static func reply<Found>(
    to delivery: OpenRequest, _ isAwaited: @Sendable () -> Bool,
    _ find: @MainActor @Sendable (OpenRequest) async -> Found,
    _ take: @MainActor @Sendable (OpenRequest, Found) -> InstanceReply
  ) async -> InstanceReply {
    // The main thread may have been busy for longer than the sender waits.
    guard isAwaited() else { return .refused("it was busy for too long") }
    let found = await find(delivery)
    return isAwaited() ? take(delivery, found) : .refused("it was busy for too long")
  }

  /// Does work during which the main thread can't take anything.
  func whileLent(_ work: () -> Void) {
    isLent.value.store(true, ordering: .releasing)
    defer { isLent.value.store(false, ordering: .releasing) }
    work()
  }

  /// Closes the inbox: who sends now is told that nobody is there.
  func close() { inbox.close() }
}

extension OpenRequest {
  /// True if one document or URL is delivered.
  var isOne: Bool { documents.count + urls.count == 1 }

  /// The documents in a few words: “drugs.sdf”, “12 files”.
  var words: String {
    let names = documents.map { document in
      let name = document.path.split(separator: "/").last.map { String($0) } ?? document.path
      return document.part.map { "\(name)#\($0)" } ?? name
    }
    let all = names + urls
    return isOne ? all[0] : "\(all.count) files"
  }
}
