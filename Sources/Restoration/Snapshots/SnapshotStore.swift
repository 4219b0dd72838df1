/// Where a session's snapshots are kept.
///
/// The law: once `save` has returned, `load` in another process gives that body, however this process ends; and whatever happens inside
/// `save`, `load` gives that body or the one before it. `SnapshotFile` is tested by killing it, `InMemorySnapshotStore` is its twin.
public protocol SnapshotStore: AnyObject {
  /// The newest whole body, and what was found damaged and put aside. Call it once, first.
  func load() throws -> StoredSnapshot

  /// Keeps a body. Throws `SnapshotProblem`; what was kept before is still there then.
  func save(_ body: [UInt8]) throws

  /// Has the disk keep what was saved, and returns when it does. For the end of a process, and before it stops.
  func flush() throws

  /// Puts a copy of what is kept now aside, under a name of its own, and returns that; for a file it stands beside it.
  func setAside() throws -> String
}

/// What a store held.
public struct StoredSnapshot: Hashable, Sendable {
  /// Nil if there was nothing whole.
  public var body: [UInt8]?
  /// What was damaged and where it was put, in a sentence; nil if nothing was.
  public var damage: String?

  public init(body: [UInt8]?, damage: String? = nil) {
    self.body = body
    self.damage = damage
  }
}
