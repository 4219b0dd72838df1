/// A store of a session's snapshots.
///
/// The law: once `save` has returned, `load` in another process gives that body, however this process ends; and whatever happens inside
/// `save`, `load` gives that body or the one before it. `SnapshotFile` is tested by kills, `InMemorySnapshotStore` is its twin.
public protocol SnapshotStore: AnyObject {
  /// Reads the newest whole body, and tells of damaged files put aside. To be called once, first.
  func load() throws -> StoredSnapshot

  /// Saves a body. Throws `SnapshotError`; the body before is still there then.
  func save(_ body: [UInt8]) throws

  /// Has the disk take the saved bodies, and returns when it has. For the end of a process, and before it stops.
  func flush() throws

  /// Puts a copy of the saved body aside, under a name of its own, and returns the name; for a file the copy stands beside it.
  func quarantine() throws -> String
}

/// The contents of a store.
public struct StoredSnapshot: Hashable, Sendable {
  /// The newest whole body; nil if there was none.
  public var body: [UInt8]?
  /// A sentence about damage, and the place of the damaged bytes; nil if there was none.
  public var damage: String?

  /// Contents of a store.
  ///
  ///     StoredSnapshot(body: snapshot.body)
  public init(body: [UInt8]?, damage: String? = nil) {
    self.body = body
    self.damage = damage
  }
}
