/// A store for a session that can't be opened yet, because its directory is read-only or its disk
/// is full.
///
/// `load` returns the saved session as far as it could be read. Every `save` first tries to lock
/// and read the session, and throws the error if that fails. So saving resumes as soon as it is
/// possible. If another process has saved the session in the meantime, its body is quarantined
/// first.
///
/// A failed attempt costs only a few system calls per key press: locking is retried on every save,
/// reading and copying at most once a second.
///
/// Not thread-safe: only one thread may save.
package final class DeferredSession: SnapshotStore {
  private let shown: StoredSnapshot
  private let now: () -> ContinuousClock.Instant
  private let lock: () throws -> LockedSession
  private let read: (inout LockedSession) throws -> Void
  private var owned: LockedSession?
  /// The last error after the session was locked, and the time until which it is rethrown.
  private var failure: (problem: any Error, end: ContinuousClock.Instant)?
  /// The last body that couldn't be saved, for a final attempt in `flush`.
  private var unsaved: [UInt8]?
  /// Whether a copy of the shown session was announced to the user.
  private var isCopyPromised = false
  /// A closure that is called when the session could be opened after all, with sentences for the
  /// user, for example about damage. It isn't called if there are no sentences.
  public var onOpened: ([String]) -> Void = { _ in }

  /// Creates a store for a session that can't be opened yet. Saving tries to open it.
  ///
  ///     DeferredSession(
  ///       showing: try SnapshotFile(path: path).look(),
  ///       lock: {
  ///         let lock = try SessionLock(path: path + ".lock", owner: owner)
  ///         return LockedSession(SnapshotFile(path: path), lock: lock)
  ///       },
  ///       read: { session in session.stored = try session.file.load() })
  ///
  /// - Parameters:
  ///   - shown: The contents of the session that are shown to the user.
  ///   - now: Returns the current time.
  ///   - lock: Locks the session. It must not wait, and throws `SnapshotError` if that is
  ///     impossible.
  ///   - read: Loads the locked session, and throws `SnapshotError` if that is impossible.
  public init(
    showing shown: StoredSnapshot, now: @escaping () -> ContinuousClock.Instant = { .now },
    lock: @escaping () throws -> LockedSession,
    read: @escaping (inout LockedSession) throws -> Void
  ) {
    self.shown = shown
    self.now = now
    self.lock = lock
    self.read = read
  }

  public func load() -> StoredSnapshot { shown }

  public func save(_ body: [UInt8]) throws {
    unsaved = body
    try file(mayWait: true).save(body)
    unsaved = nil
  }

  public func flush() throws {
    // This may be the last attempt before the process ends.
    if owned == nil, let unsaved {
      try file(mayWait: false).save(unsaved)
      self.unsaved = nil
    }
    try owned?.file.flush()
  }

  /// Copies the saved body if the session is open. Otherwise, the copy is made before the first
  /// save. Returns the name of the copy, or a description of the future one.
  public func quarantine() throws -> String {
    if let owned { return try owned.file.quarantine() }
    isCopyPromised = true
    return "an .aside file before anything is saved"
  }

  private func file(mayWait: Bool) throws -> SnapshotFile {
    if let owned { return owned.file }
    if mayWait, let failure, now() < failure.end { throw failure.problem }
    var owned = try lock()
    do {
      try read(&owned)
      let sentences = try [owned.stored.damage, quarantineReplaced(owned)].compactMap(\.self)
      self.owned = owned
      if !sentences.isEmpty { onOpened(sentences) }
      return owned.file
    } catch {
      failure = (error, now() + .seconds(1))
      throw error
    }
  }

  /// Quarantines a body that differs from the shown one, or whose copy was promised.
  private func quarantineReplaced(_ owned: LockedSession) throws -> String? {
    guard let body = owned.stored.body, isCopyPromised || body != shown.body else { return nil }
    let copy = try owned.file.quarantine()
    if body == shown.body { return "A copy of what was saved before is kept as \(copy)." }
    return shown.body == nil
      ? "What was saved here before couldn't be shown; a copy is kept as \(copy)."
      : "Another process has saved this session meanwhile; a copy is kept as \(copy)."
  }
}

/// A session that this process has locked and may write. No other process can open it until this
/// value is released.
public struct LockedSession {
  package let file: SnapshotFile
  package let lock: SessionLock
  /// The file's contents, and a sentence about damage.
  package var stored = StoredSnapshot(body: nil)
  /// The decoded snapshot; `nil` if there is none that this application can read.
  package var snapshot: Snapshot?

  /// Creates a locked session. Its file isn't read yet.
  ///
  ///     let lock = try SessionLock(path: path + ".lock", owner: owner)
  ///     LockedSession(SnapshotFile(path: path), lock: lock)
  package init(_ file: SnapshotFile, lock: SessionLock) {
    self.file = file
    self.lock = lock
    file.lock = lock
  }
}
