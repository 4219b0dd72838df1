import Documents
import Foundation
import RepriseTesting
import Testing

@testable import Reprise

@MainActor @Suite struct ReceiverTests {
  private let delivery = OpenRequest(documents: [.init(path: "/a/b.mol")])

  /// Sends on a thread of its own, since it waits for the answer.
  nonisolated private func send(
    _ delivery: OpenRequest, to address: InstanceAddress
  ) async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      Thread {
        continuation.resume(
          with: Result {
            try delivery.send(to: address, application: "molecules", patience: .seconds(20))
          })
      }
      .start()
    }
  }

  @Test(
    "The main thread isn't blocked while a received document is examined", .timeLimit(.minutes(1)))
  func theMainThreadGoesOnWhileADocumentIsLookedAt() async throws {
    let directory = try TemporaryDirectory()
    let address = InstanceAddress(
      of: "molecules", session: "/s/main.snapshot",
      environment: ["XDG_RUNTIME_DIR": directory.path, "XDG_STATE_HOME": directory.file("state")])
    let (looks, look) = AsyncStream<OpenRequest>.makeStream()
    let (places, place) = AsyncStream<String>.makeStream()
    let receiver = try Receiver(
      at: address,
      find: { (delivery) -> String? in
        look.yield(delivery)
        for await place in places { return place }
        return nil
      },
      take: { delivery, place in .taken("\(delivery.description) is \(place ?? "nowhere").") })
    async let said = send(delivery, to: address)
    // The disk doesn't answer yet, and this is the main thread.
    for await looked in looks {
      #expect(looked == delivery)
      break
    }
    place.yield("in process 12")
    #expect(try await said == "b.mol is in process 12.")
    receiver.close()
  }

  /// The main thread waits for the other program, so whoever sends a document is told at once.
  @Test("A document is refused while the terminal is lent")
  func whileTheTerminalIsLentADocumentIsRefused() async throws {
    let directory = try TemporaryDirectory()
    let address = InstanceAddress(
      of: "molecules", session: "/s/main.snapshot",
      environment: ["XDG_RUNTIME_DIR": directory.path, "XDG_STATE_HOME": directory.file("state")])
    let receiver = try Receiver(
      at: address, find: { _ in },
      take: { delivery, _ in .taken("\(delivery.description) is here.") })
    defer { receiver.close() }
    let (refused, lending) = AsyncStream<String>.makeStream()
    Thread {
      receiver.whileLent {
        do {
          _ = try delivery.send(
            to: address, application: "molecules", patience: .seconds(20))
          lending.yield("it was taken")
        } catch {
          lending.yield("\(error.localizedDescription)")
        }
      }
      lending.finish()
    }
    .start()
    for await said in refused {
      #expect(said.contains("it has lent its terminal to another program"), "\(said)")
    }
    #expect(try await send(delivery, to: address) == "b.mol is here.")
  }
}
