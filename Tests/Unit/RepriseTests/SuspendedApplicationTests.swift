import Encryption
import Restoration
import Testing

@testable import Reprise

@Suite struct SuspendedApplicationTests {
  private func sealing() throws -> SealedBodies {
    var password = Array("correct horse".utf8)
    return SealedBodies(try Sealer(wiping: &password, parameters: KeyParameters()))
  }

  @Test("A suspended application's snapshot is opened with its own key only")
  func itsSnapshotComesBackWithItsOwnKey() throws {
    let own = try Snapshot(
      body: Snapshot(
        application: "test", version: "1.0", author: "nurse", account: nil, savedAt: 100,
        entries: []
      ).body)
    let key = try sealing()
    let held = SuspendedApplication(
      key: [], snapshot: SuspendedApplication.sealed(own.body, key))
    #expect(held.openedSnapshot(key) == own)
    #expect(try held.openedSnapshot(sealing()) == nil)
    #expect(SuspendedApplication(key: [], snapshot: nil).openedSnapshot(key) == nil)
  }
}
