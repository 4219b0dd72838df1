public import Core
public import DataSources
public import Encryption
import Synchronization

/// The records that are saved offline in an account's encrypted storage: one file for each subject,
/// which is replaced atomically.
public final class SavedRecords<Subject: RecordSubject>: OfflineStore {
  private let vault: Vault
  private let turn: @Sendable (_ timestamp: Int) -> Int
  static var directory: String { "saved" }

  private struct Listed: Hashable {
    let stamp: String
    let entry: RecordEntry<Subject>
  }

  private struct State {
    /// By the names of their files.
    var listed: [String: Listed] = [:]
    /// The copy that was requested last.
    var copy: (saved: RecordCopy<Subject>, stamp: String?)?
  }

  private let state = Mutex(State())

  /// Creates access to the records that are saved in an account's encrypted storage. Reads nothing
  /// yet.
  ///
  ///     SavedRecords<Patient>(vault)
  ///
  /// - Parameters:
  ///   - vault: The account's encrypted storage.
  ///   - turn: Returns the number of times the clock was set back before a timestamp. By default,
  ///     `Vault.turn` of `vault`.
  public init(_ vault: Vault, turn: (@Sendable (_ timestamp: Int) -> Int)? = nil) {
    self.vault = vault
    self.turn = turn ?? { vault.turn(of: $0) }
  }

  /// Returns the entries of all saved records, sorted by title, and the number of files that can't
  /// be read. Throws `VaultError` if the records can't be listed.
  @concurrent public func list() async throws -> (
    entries: [RecordEntry<Subject>], unreadable: Int
  ) {
    try state.withLock { state in
      let (listed, unreadable) = try refresh(&state)
      let entries = listed.values.map(\.entry).sorted {
        ($0.subject.title, $0.id.text) < ($1.subject.title, $1.id.text)
      }
      return (entries, unreadable)
    }
  }

  /// Returns the saved copy of a subject's record; `nil` if there is none or it can't be read.
  @concurrent public func copy(of id: ResourceID) async -> RecordCopy<Subject>? {
    state.withLock { state in
      // Another process may have replaced or removed it.
      let stamp = vault.stamp(of: Self.name(id), in: Self.directory)
      if let copy = state.copy, copy.saved.entry.id == id, copy.stamp == stamp { return copy.saved }
      guard let text = try? vault.text(Self.name(id), in: Self.directory),
        let saved = RecordCopy<Subject>(text), saved.entry.id == id
      else { return nil }
      state.copy = (saved, stamp)
      return saved
    }
  }

  public nonisolated(nonsending) func copy(
    about subject: ResourceID
  ) async -> (responses: [String: StoredResponse], timestamp: Int, turn: Int)? {
    await copy(of: subject).map { ($0.responses, $0.entry.timestamp, $0.turn) }
  }

  /// Begins a new copy of a subject's record. Returns the encrypted text to which the responses are
  /// written as they arrive. Throws `VaultError`.
  @concurrent public func begin(_ id: ResourceID) async throws -> SealedText {
    try vault.beginText(Self.name(id), in: Self.directory)
  }

  /// Saves a copy and replaces the subject's previous copy. If it throws `VaultError`, the previous
  /// copy is unchanged.
  ///
  /// - Parameters:
  ///   - copy: The copy to save.
  ///   - text: The text that `begin` returned for this copy and that contains its responses; `nil`
  ///     if the copy wasn't begun with `begin`.
  @concurrent public func save(
    _ copy: RecordCopy<Subject>, in text: SealedText? = nil
  ) async throws {
    var copy = copy
    copy.turn = turn(copy.latest)
    let text = try text ?? vault.beginText(Self.name(copy.entry.id), in: Self.directory)
    try copy.write(to: text)
    try state.withLock { state in
      try text.finish()
      if state.copy?.saved.entry.id == copy.entry.id { state.copy = nil }
      _ = try? refresh(&state)
    }
  }

  /// Deletes the saved copy of a subject's record. Throws `VaultError` if it can't be deleted.
  @concurrent public func remove(_ id: ResourceID) async throws {
    try state.withLock { state in
      try vault.remove(Self.name(id), in: Self.directory)
      if state.copy?.saved.entry.id == id { state.copy = nil }
      _ = try? refresh(&state)
    }
  }

  private static func name(_ id: ResourceID) -> String { "\(Subject.key) \(id.text)" }

  // MARK: The list

  private func refresh(_ state: inout State) throws -> ([String: Listed], unreadable: Int) {
    let before = state.listed
    var listed: [String: Listed] = [:]
    var unreadable = 0
    for file in try vault.files(in: Self.directory) {
      if let known = before[file.sealedName], known.stamp == file.stamp {
        listed[file.sealedName] = known
      } else if let text = try? vault.text(file, in: Self.directory),
        let copy = RecordCopy<Subject>(text)
      {
        listed[file.sealedName] = Listed(stamp: file.stamp, entry: copy.entry)
      } else {
        unreadable += 1
      }
    }
    state.listed = listed
    return (listed, unreadable)
  }
}
