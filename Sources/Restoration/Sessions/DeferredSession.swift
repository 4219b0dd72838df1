/// The store of a session that can't be opened yet: its folder is read-only, or its disk is full.
///
/// The saved session is shown as far as it can be read, and `load` returns it. Every `save` tries anew to make the session this
/// process's, and throws the reason if that fails; so saving goes on by itself as soon as it can, and is then as for any session. A body
/// that another process has saved meanwhile is set aside before.
///
/// A try that fails costs a key press no more than a few system calls: a session that can't be locked is tried again at the next save; one
/// that can't be read, or of which no copy can be made, not for a second.
///
/// Not thread-safe: one thread saves.
public final class DeferredSession: SnapshotStore {
  private let shown: StoredSnapshot
  private let now: () -> ContinuousClock.Instant
  private let lock: () throws -> LockedSession
  private let read: (inout LockedSession) throws -> Void
  private var owned: LockedSession?
  /// The problem that came up after the session was locked, and the moment until which it is thrown again.
  private var failure: (problem: any Error, end: ContinuousClock.Instant)?
  /// The body that is still to be saved, for the end of the process.
  private var unsaved: [UInt8]?
  /// True if a copy of the shown session was promised.
  private var isCopyPromised = false
  /// Called when the session has become this process's, if there is anything to tell the person.
  public var onOpened: ([String]) -> Void = { _ in }

  /// A session of which `shown` could be seen. `lock` must be quick to fail; `read` loads the locked session. Both throw `SnapshotError`.
  ///
  ///     DeferredSession(
  ///       showing: try SnapshotFile(path: path).look(),
  ///       lock: { LockedSession(SnapshotFile(path: path), lock: try SessionLock(path: path + ".lock", owner: owner)) },
  ///       read: { session in session.stored = try session.file.load() })
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
    // There may be no later time.
    if owned == nil, let unsaved {
      try file(mayWait: false).save(unsaved)
      self.unsaved = nil
    }
    try owned?.file.flush()
  }

  /// Promises a copy until the session is this process's; nothing is saved before there is one.
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
      let sentences = try [owned.stored.damage, keepWhatWouldBeLost(owned)].compactMap(\.self)
      self.owned = owned
      if !sentences.isEmpty { onOpened(sentences) }
      return owned.file
    } catch {
      failure = (error, now() + .seconds(1))
      throw error
    }
  }

  /// Puts a copy aside of a body that wasn't shown here, or that was promised to be kept.
  private func keepWhatWouldBeLost(_ owned: LockedSession) throws -> String? {
    guard let body = owned.stored.body, isCopyPromised || body != shown.body else { return nil }
    let copy = try owned.file.quarantine()
    if body == shown.body { return "A copy of what was saved before is kept as \(copy)." }
    return shown.body == nil
      ? "What was saved here before couldn't be shown; a copy is kept as \(copy)."
      : "Another process has saved this session meanwhile; a copy is kept as \(copy)."
  }
}
