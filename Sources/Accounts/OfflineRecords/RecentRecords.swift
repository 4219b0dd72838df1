import Core
public import Encryption
import Synchronization

/// The recently opened records, newest first, in one encrypted file.
public final class RecentRecords<Subject: RecordSubject>: Sendable {
  private let vault: Vault
  /// Serializes changes, so that none is lost.
  private let turn = Mutex(())
  private static var maximum: Int { 20 }
  static var directory: String { "recent" }

  /// Creates access to the list in an account's encrypted storage. Reads nothing yet.
  ///
  ///     RecentRecords<Patient>(vault)
  public init(_ vault: Vault) { self.vault = vault }

  /// Returns the recently opened records, newest first. Throws `VaultError` if the list can't be
  /// read.
  @concurrent public func list() async throws -> [RecordEntry<Subject>] {
    try turn.withLock { _ in try read() }
  }

  /// Moves a subject to the front of the list. Call it when the user opens the subject's record.
  ///
  /// If the list was damaged, it is quarantined, and its new path is returned; otherwise `nil`.
  /// Throws `VaultError` if the list can't be accessed, and leaves it unchanged.
  @discardableResult
  @concurrent public func note(_ subject: Subject, at timestamp: Int) async throws -> String? {
    try turn.withLock { _ in
      // Another process may be changing the list.
      try vault.whileLocked(Self.directory) {
        let (entries, aside) = try readOrQuarantine()
        let others = entries.filter { $0.id != subject.id }
        let all = [RecordEntry(subject, timestamp: timestamp)] + others
        let json = JSON.array(all.prefix(Self.maximum).map(\.json))
        try vault.write(json.bytes, to: Self.directory, in: Self.directory)
        return aside
      }
    }
  }

  /// A damaged list is quarantined, and its new path returned with no entries.
  private func readOrQuarantine() throws -> (entries: [RecordEntry<Subject>], aside: String?) {
    do {
      return (try read(), nil)
    } catch VaultError.damaged {
      return ([], try vault.quarantine(Self.directory, in: Self.directory))
    }
  }

  private func read() throws -> [RecordEntry<Subject>] {
    guard let bytes = try vault.read(Self.directory, in: Self.directory) else { return [] }
    guard let entries = (try? JSON(bytes))?.array else {
      throw VaultError.damaged(path: Self.directory, "it isn't a list")
    }
    return entries.compactMap { RecordEntry($0) }
  }
}
