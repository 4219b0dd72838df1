import Restoration
import Sealing
import Testing

@testable import Reprise

@Suite struct HeldApplicationTests {
  /// A snapshot as it is read from a file.
  private func snapshot(savedAt moment: Int, author: String = "nurse") throws -> Snapshot {
    try Snapshot(
      body: Snapshot(
        application: "test", version: "1.0", author: author, account: nil, savedAt: moment,
        entries: []
      ).body)
  }

  /// The clock may have been set back before the other process saved.
  @Test func whatAnotherProcessSavedIsToldByItsBytesAndNotByItsMoment() throws {
    var password = Array("correct horse".utf8)
    let sealing = SealedBodies(try Sealer(wiping: &password, parameters: KeyParameters()))
    let own = try snapshot(savedAt: 100)
    let held = HeldApplication(
      key: [], snapshot: try HeldApplication.sealed(snapshot(savedAt: 200).body, sealing),
      saved: HeldApplication.sealed(own.body, sealing))
    #expect(try held.openedSnapshot(sealing) == snapshot(savedAt: 200))
    #expect(!held.isAnothers(own, sealing))
    for moment in [50, 100, 300] {
      #expect(try held.isAnothers(snapshot(savedAt: moment, author: "luca"), sealing))
    }
    // Where nothing was saved before, all that is there is another's.
    let first = HeldApplication(key: [], snapshot: held.snapshot, saved: nil)
    #expect(first.isAnothers(own, sealing))
  }
}
