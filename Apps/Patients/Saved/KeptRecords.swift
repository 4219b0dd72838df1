import Reprise

/// What is kept sealed of a user's work with patients.
struct KeptRecords: Sendable {
  let saved: SavedPatients
  let recent: RecentPatients

  init(_ vault: Vault) {
    saved = SavedPatients(vault)
    recent = RecentPatients(vault)
  }
}
