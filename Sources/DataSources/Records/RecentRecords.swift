import Synchronization
import Values
public import Vaults

/// The subjects whose records were opened last, the newest first, in one sealed file.
public final class RecentRecords<Subject: RecordSubject>: Sendable {
  private let vault: Vault
  /// The lock that keeps one list from being written over another that was read before it.
  private let turn = Mutex(())
  private static var maximum: Int { 20 }
  static var folder: String { "recent" }

  /// Creates the recent records of a vault.
  ///
  ///     RecentRecords<Patient>(vault)
  public init(_ vault: Vault) { self.vault = vault }

  /// Returns the entries. Throws `VaultProblem`.
  @concurrent public func list() async throws -> [RecordEntry<Subject>] {
    try turn.withLock { _ in try read() }
  }

  /// Puts a subject first that was opened now. Throws `VaultProblem`.
  @concurrent public func note(_ subject: Subject, at moment: Int) async throws {
    try turn.withLock { _ in
      // Another window may be noting one, too.
      try vault.whileLocked(Self.folder) {
        // A list that can't be read is begun anew.
        let others = ((try? read()) ?? []).filter { $0.id != subject.id }
        let all = [RecordEntry(subject, moment: moment)] + others
        let json = JSON.array(all.prefix(Self.maximum).map(\.json))
        try vault.write(json.bytes, to: Self.folder, in: Self.folder)
      }
    }
  }

  private func read() throws -> [RecordEntry<Subject>] {
    guard let bytes = try vault.read(Self.folder, in: Self.folder) else { return [] }
    return (try JSON(bytes).array ?? []).compactMap { RecordEntry($0) }
  }
}
