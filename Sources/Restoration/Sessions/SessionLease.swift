/// A session's own file and its lock, both held: nobody opens the session until this is let go of.
public struct SessionLease {
  let session: SnapshotFile
  let lock: SessionLock
}
