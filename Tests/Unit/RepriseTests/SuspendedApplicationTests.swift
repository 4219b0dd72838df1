import Accounts
import Encryption
import Restoration
import Testing

@testable import Reprise

@Suite struct SuspendedApplicationTests {
  /// A snapshot as it is read from a file.
  private func snapshot(savedAt timestamp: Int, author: String = "nurse") throws -> Snapshot {
    try Snapshot(
      body: Snapshot(
        application: "test", version: "1.0", author: author, account: nil, savedAt: timestamp,
        entries: []
      ).body)
  }

  /// The clock may have been set back before the other process saved.
  @Test("A suspended application detects another process's save by bytes")
  func whatAnotherProcessSavedIsToldByItsBytesAndNotByItsMoment() throws {
    var password = Array("correct horse".utf8)
    let sealing = SealedBodies(try Sealer(wiping: &password, parameters: KeyParameters()))
    let own = try snapshot(savedAt: 100)
    let held = SuspendedApplication(
      key: [], snapshot: try SuspendedApplication.sealed(snapshot(savedAt: 200).body, sealing),
      saved: SuspendedApplication.sealed(own.body, sealing))
    #expect(try held.openedSnapshot(sealing) == snapshot(savedAt: 200))
    #expect(!held.differsFromSaved(own, sealing))
    for timestamp in [50, 100, 300] {
      #expect(try held.differsFromSaved(snapshot(savedAt: timestamp, author: "luca"), sealing))
    }
    // Where nothing was saved before, all that is there is another's.
    let first = SuspendedApplication(key: [], snapshot: held.snapshot, saved: nil)
    #expect(first.differsFromSaved(own, sealing))
  }

  @Test("A suspended application knows whose session resuming would replace")
  func whatResumingWouldReplaceIsAnothersOrAnotherSession() throws {
    func sealing() throws -> SealedBodies {
      var password = Array("correct horse".utf8)
      return SealedBodies(try Sealer(wiping: &password, parameters: KeyParameters()))
    }
    let own = try snapshot(savedAt: 100)
    let others = try snapshot(savedAt: 100, author: "luca")
    let key = try sealing()
    let held = SuspendedApplication(
      key: [], snapshot: SuspendedApplication.sealed(own.body, key),
      saved: SuspendedApplication.sealed(own.body, key))
    #expect(!held.wouldReplace(own, ofAnotherSession: false, key))
    #expect(held.wouldReplace(own, ofAnotherSession: true, key))
    #expect(held.wouldReplace(others, ofAnotherSession: false, key))
    #expect(!held.wouldReplace(nil, ofAnotherSession: true, key))
    // A snapshot that can't come back replaces nothing.
    let changed = try sealing()
    #expect(held.openedSnapshot(changed) == nil)
    #expect(!held.wouldReplace(others, ofAnotherSession: true, changed))
    let saved = SuspendedApplication(key: [], snapshot: nil, saved: held.saved)
    #expect(!saved.wouldReplace(others, ofAnotherSession: true, key))
  }
}
