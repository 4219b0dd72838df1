import Restoration

/// The rest of an application while it is locked, for where no file has it: its key, and snapshots sealed with that.
struct SuspendedApplication {
  /// The bytes of the vault's file `key`, which the password opens.
  let key: [UInt8]
  /// The sealed snapshot; nil if the saved one counts.
  let snapshot: [UInt8]?
  /// The sealed body that the session's file had when the application was locked, as far as this process knows; nil if it had none.
  let saved: [UInt8]?

  /// Returns the snapshot, opened; nil if there is none, or if it was sealed with another key.
  func openedSnapshot(_ sealing: some SnapshotSealing) -> Snapshot? {
    Self.opened(snapshot, sealing)
  }

  /// Tells whether a file's snapshot isn't the one that this process had there: another process has saved it meanwhile. The moments of the
  /// two tell nothing, since a clock may be set back.
  func isAnothers(_ found: Snapshot, _ sealing: some SnapshotSealing) -> Bool {
    found != Self.opened(saved, sealing)
  }

  /// Tells whether a session's file has what resuming the held snapshot would lose: what another process saved there meanwhile, or the
  /// contents of another session.
  func wouldReplace(
    _ found: Snapshot?, ofAnotherSession isAnother: Bool, _ sealing: some SnapshotSealing
  ) -> Bool {
    guard let found, openedSnapshot(sealing) != nil else { return false }
    return isAnother || isAnothers(found, sealing)
  }

  /// Seals a body to be held.
  static func sealed(_ body: [UInt8], _ sealing: some SnapshotSealing) -> [UInt8]? {
    try? sealing.seal(body, of: "", generation: 0)
  }

  private static func opened(_ bytes: [UInt8]?, _ sealing: some SnapshotSealing) -> Snapshot? {
    bytes.flatMap { try? Snapshot(body: sealing.open($0, of: "", generation: 0)) }
  }
}
