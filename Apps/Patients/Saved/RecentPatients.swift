import Reprise
import Synchronization

/// The patients who were opened last, the newest first, in one sealed file.
final class RecentPatients: Sendable {
  private let vault: Vault
  /// The lock that keeps one list from being written over another that was read before it.
  private let turn = Mutex(())
  private static let maximum = 20
  static let folder = "recent"

  init(_ vault: Vault) { self.vault = vault }

  /// Returns the patients. Throws `VaultProblem`.
  @concurrent func list() async throws -> [SavedPatient] { try turn.withLock { _ in try read() } }

  /// Puts a patient first who was opened now. Throws `VaultProblem`.
  @concurrent func note(_ patient: Patient, at moment: Int) async throws {
    try turn.withLock { _ in
      // Another window may be noting somebody, too.
      try vault.whileLocked(Self.folder) {
        // A list that can't be read is begun anew.
        let others = ((try? read()) ?? []).filter { $0.id != patient.id }
        let all = [SavedPatient(patient: patient, moment: moment)] + others
        let json = JSON.array(all.prefix(Self.maximum).map(\.json))
        try vault.write(json.bytes, to: Self.folder, in: Self.folder)
      }
    }
  }

  private func read() throws -> [SavedPatient] {
    guard let bytes = try vault.read(Self.folder, in: Self.folder) else { return [] }
    return (try JSON(bytes).array ?? []).compactMap { SavedPatient($0) }
  }
}
