/// A store of a session's snapshots.
///
/// The law: after `save` returns, `load` in another process returns that body, however this process
/// ends. If the process ends during `save`, `load` returns that body or the previous one.
/// `SnapshotFile` is tested with kills; `InMemorySnapshotStore` behaves the same in memory.
public protocol SnapshotStore: AnyObject {
  /// Reads the newest valid body, and reports damaged files that were quarantined. Must be called
  /// once, before the other methods.
  func load() throws -> StoredSnapshot

  /// Saves a body. If it throws `SnapshotError`, the previous body is retained.
  func save(_ body: [UInt8]) throws

  /// Waits until the saved bodies are on disk. Called before the process exits or is suspended.
  func flush() throws

  /// Quarantines a copy of the saved body and returns its name. `SnapshotFile` stores the copy next
  /// to its file.
  func quarantine() throws -> String
}

/// The contents of a store.
public struct StoredSnapshot: Hashable, Sendable {
  /// The newest valid body; `nil` if there is none.
  public var body: [UInt8]?
  /// A sentence about damage and where the damaged bytes are; `nil` if there is none.
  public var damage: String?

  /// Creates the contents of a store.
  ///
  ///     StoredSnapshot(body: snapshot.body)
  public init(body: [UInt8]?, damage: String? = nil) {
    self.body = body
    self.damage = damage
  }
}
