/// The locks of a session. No process can open the session until they are released.
public struct SessionLease {
  let session: SnapshotFile
  let lock: SessionLock
}
