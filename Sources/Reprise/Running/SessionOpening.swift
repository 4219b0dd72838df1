import Restoration

/// The opening of a session to be saved: it is locked and read, and a file that this start would overwrite is kept.
///
/// The opening is tried at the start, and again at each save for as long as it fails.
struct SessionOpening {
  let place: SessionLocation
  let application: String
  let version: String
  /// True if the saved session is replaced, whatever it is.
  let isFresh: Bool

  /// Locks the session. Throws `SnapshotError`.
  func lock(waitsForHolder: Bool) throws -> LockedSession {
    try place.own(waitsForHolder: waitsForHolder)
  }

  /// Reads the session that was locked. Throws `SnapshotError`; then nothing is overwritten.
  func read(_ session: inout LockedSession) throws {
    let file = session.file
    var sentences = [session.stored.damage]
    do {
      try load(&session)
      sentences.append(session.stored.damage)
    } catch SnapshotError.unreadable(let reason) {
      sentences.append(
        "The saved session can't be read; a copy is kept as \(try file.quarantine()): \(reason).")
    } catch SnapshotError.newer where isFresh {
      sentences.append("What a newer release saved is kept as \(try file.quarantine()).")
    }
    if try place.takeOver(file) { try load(&session) }
    let said = sentences.compactMap(\.self)
    session.stored.damage = said.isEmpty ? nil : said.joined(separator: " ")
  }

  private func load(_ session: inout LockedSession) throws {
    session.stored = try session.file.load()
    session.snapshot = try snapshot(in: session.stored)
    // Before an upgrade, or a step back, has a chance to save something else.
    if let saved = session.snapshot?.version, saved != version {
      try session.file.keepGeneration(of: saved)
    }
  }

  /// Reads a store's bytes; nil if there are none. Throws `SnapshotError`, `foreign` if they are another application's.
  func snapshot(in stored: StoredSnapshot) throws -> Snapshot? {
    guard let body = stored.body else { return nil }
    let saved = try Snapshot(body: body)
    guard saved.application == application else {
      throw SnapshotError.foreign(application: saved.application)
    }
    return saved
  }
}
