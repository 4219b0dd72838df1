import Synchronization
import Values
public import Vaults

/// The subjects whose records were opened last, the newest first, in one sealed file.
public final class RecentRecords<Subject: RecordSubject>: Sendable {
  private let vault: Vault
  /// The lock that keeps one list from being written over another that was read before it.
  private let turn = Mutex(())
  private static var maximum: Int { 20 }
  static var directory: String { "recent" }

  /// Creates the recent records of a vault.
  ///
  ///     RecentRecords<Patient>(vault)
  public init(_ vault: Vault) { self.vault = vault }

  /// Returns the entries. Throws `VaultError`.
  @concurrent public func list() async throws -> [RecordEntry<Subject>] {
    try turn.withLock { _ in try read() }
  }

  /// Puts a subject first that was opened now. Returns the path of a damaged list that was set aside; nil if there was none.
  ///
  /// Throws `VaultError`; a list that can't be reached is left as it is.
  @discardableResult
  @concurrent public func note(_ subject: Subject, at timestamp: Int) async throws -> String? {
    try turn.withLock { _ in
      // Another window may be noting one, too.
      try vault.whileLocked(Self.directory) {
        let (entries, aside) = try readOrSetAside()
        let others = entries.filter { $0.id != subject.id }
        let all = [RecordEntry(subject, timestamp: timestamp)] + others
        let json = JSON.array(all.prefix(Self.maximum).map(\.json))
        try vault.write(json.bytes, to: Self.directory, in: Self.directory)
        return aside
      }
    }
  }

  /// Reads the entries. A damaged list is out of the way then, under the path that comes with none.
  private func readOrSetAside() throws -> (entries: [RecordEntry<Subject>], aside: String?) {
    do {
      return (try read(), nil)
    } catch VaultError.damaged {
      return ([], try vault.quarantine(Self.directory, in: Self.directory))
    }
  }

  private func read() throws -> [RecordEntry<Subject>] {
    guard let bytes = try vault.read(Self.directory, in: Self.directory) else { return [] }
    guard let entries = (try? JSON(bytes))?.array else {
      throw VaultError.damaged(path: Self.directory, "it is no list")
    }
    return entries.compactMap { RecordEntry($0) }
  }
}
