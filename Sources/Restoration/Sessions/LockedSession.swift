/// A session that this process has locked and may write.
public struct LockedSession {
  /// The session's file.
  public let file: SnapshotFile
  /// The session's lock, held until it is released.
  public let lock: SessionLock
  /// The file's contents, and a sentence about damage.
  public var stored = StoredSnapshot(body: nil)
  /// The decoded snapshot; `nil` if there is none that this application can read.
  public var snapshot: Snapshot?

  /// Creates a locked session. Its file isn't read yet.
  ///
  ///     let lock = try SessionLock(path: path + ".lock", owner: owner)
  ///     LockedSession(SnapshotFile(path: path), lock: lock)
  public init(_ file: SnapshotFile, lock: SessionLock) {
    self.file = file
    self.lock = lock
    file.lock = lock
  }
}
