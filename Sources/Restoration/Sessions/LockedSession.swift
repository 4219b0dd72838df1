/// A session that is this process's to write: locked, and then read.
public struct LockedSession {
  /// The session's file.
  public let file: SnapshotFile
  /// The lock, held for as long as the session is.
  public let lock: SessionLock
  /// The file's bytes, and a sentence about damage to them.
  public var stored = StoredSnapshot(body: nil)
  /// The snapshot in those bytes; nil if there is none that this application understands.
  public var snapshot: Snapshot?

  /// A session that is locked; its file isn't read yet.
  ///
  ///     LockedSession(SnapshotFile(path: path), lock: try SessionLock(path: path + ".lock", owner: owner))
  public init(_ file: SnapshotFile, lock: SessionLock) {
    self.file = file
    self.lock = lock
    file.lock = lock
  }
}
