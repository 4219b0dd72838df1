import Core
import Networking
import RepriseTesting
import Screens
import Synchronization
import TestSupport
import Testing

@testable import DataSources

/// A client for each load.
@Suite struct DataClientTests {
  /// A command may open a window, or lock a card, each time that it is run.
  @Test("Password command runs again only for a refresh by the user")
  func aPasswordCommandIsRunAgainOnlyWhereAPersonAskedForARefresh() async throws {
    let runs = Mutex(0)
    let command = PasswordSource(isRepeatable: true) {
      runs.withLock { $0 += 1 }
      throw PasswordError.nothingPrinted
    }
    let client = NoClient(
      connection: Connection(
        to: .recorded, as: "ada", over: ScriptedTransport(), passwords: [command], now: { 0 }))
    for (loadReason, count) in [
      (LoadReason.appear, 1), (.appear, 1), (.timer, 1), (.userRefresh, 2), (.appear, 2),
      (.userRefresh, 3),
    ] {
      let connection = client.forOneLoad(loadReason).connection
      await #expect(throws: (any Error).self) { try await connection.password() }
      #expect(runs.withLock { $0 } == count)
    }
  }

  @Test("Each load of a client has response ages of its own") func eachLoadHasAgesOfItsOwn() {
    let client = NoClient()
    client.ages.note(20)
    let load = client.forOneLoad()
    load.ages.note(40)
    #expect(load.ages.oldest == 40)
    #expect(client.ages.oldest == 20)
    #expect(!client.isCacheOnly)
  }
}
