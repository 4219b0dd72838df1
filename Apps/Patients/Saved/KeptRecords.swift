import Reprise

/// The sealed files of a user's work with patients.
struct KeptRecords: Sendable {
  let saved: SavedPatients
  let recent: RecentPatients

  init(_ vault: Vault) {
    saved = SavedPatients(vault)
    recent = RecentPatients(vault)
  }

  /// The kinds of files about patients, named before they are erased.
  static let kinds = [
    KeptKind(SavedPatients.folder) { $0 == 1 ? "1 saved patient" : "\($0) saved patients" },
    KeptKind(SavedPatients.index) { _ in "" },
    KeptKind(RecentPatients.folder) { _ in "recently viewed" },
  ]

  /// The number of saved patients, in Home's words.
  var savedWords: String {
    get async {
      guard let patients = try? await saved.list().patients else { return "can't be read" }
      guard !patients.isEmpty else { return "none yet" }
      let lacking = patients.count { !$0.gaps.isEmpty }
      return (patients.count == 1 ? "1 patient, " : "\(patients.count) patients, ")
        + (lacking == 0 ? "complete" : "\(lacking) incomplete")
    }
  }
}
