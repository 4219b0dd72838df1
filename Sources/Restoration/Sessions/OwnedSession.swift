/// A session that is this process's to write: locked, and then read.
public struct OwnedSession {
  public let file: SnapshotFile
  /// Held for as long as the session is.
  public let lock: SessionLock
  /// What the file held, its bytes and what is to be said of them.
  public var stored = StoredSnapshot(body: nil)
  /// What those bytes say; nil if they say nothing that this application understands.
  public var snapshot: Snapshot?

  /// One that is locked; its file isn't read yet.
  public init(_ file: SnapshotFile, lock: SessionLock) {
    self.file = file
    self.lock = lock
  }
}
