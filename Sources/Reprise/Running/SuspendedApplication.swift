import Restoration

/// The key and encrypted snapshots retained while the application is locked, for data that no file
/// contains.
struct SuspendedApplication {
  /// The bytes of the vault's file `key`.
  let key: [UInt8]
  /// The encrypted snapshot; `nil` if the saved one is used.
  let snapshot: [UInt8]?
  /// The encrypted body that the session's file had when the application was locked; `nil` if there
  /// was none.
  let saved: [UInt8]?

  /// Returns the decrypted snapshot; `nil` if there is none, or it has another key.
  func openedSnapshot(_ sealing: some SnapshotSealing) -> Snapshot? {
    Self.opened(snapshot, sealing)
  }

  /// Returns whether another process has saved the session since it was locked. Timestamps aren't
  /// compared, because the clock may have been set back.
  func isAnothers(_ found: Snapshot, _ sealing: some SnapshotSealing) -> Bool {
    found != Self.opened(saved, sealing)
  }

  /// Returns whether restoring the retained snapshot would overwrite what another process saved
  /// meanwhile, or another session.
  func wouldReplace(
    _ found: Snapshot?, ofAnotherSession isAnother: Bool, _ sealing: some SnapshotSealing
  ) -> Bool {
    guard let found, openedSnapshot(sealing) != nil else { return false }
    return isAnother || isAnothers(found, sealing)
  }

  static func sealed(_ body: [UInt8], _ sealing: some SnapshotSealing) -> [UInt8]? {
    try? sealing.seal(body, of: "", generation: 0)
  }

  private static func opened(_ bytes: [UInt8]?, _ sealing: some SnapshotSealing) -> Snapshot? {
    bytes.flatMap { try? Snapshot(body: sealing.open($0, of: "", generation: 0)) }
  }
}
