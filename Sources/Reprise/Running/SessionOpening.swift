import Restoration

/// Opens a session for saving: locks it, reads it, and copies a file that this start would
/// overwrite.
///
/// Tried at the start, and again at each save until it succeeds.
struct SessionOpening {
  let place: SessionLocation
  let application: String
  let version: String
  /// Whether the saved session should be discarded.
  let isFresh: Bool

  func lock(waitsForHolder: Bool) throws -> LockedSession {
    try place.own(waitsForHolder: waitsForHolder)
  }

  /// Reads the locked session. If it throws `SnapshotError`, nothing must be overwritten.
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
    // Copies the session before an upgraded or downgraded release saves over it.
    if let saved = session.snapshot?.version, saved != version {
      try session.file.keepGeneration(of: saved)
    }
  }

  /// Decodes a store's contents. Returns `nil` if it is empty. Throws `SnapshotError`; `foreign`
  /// if another application saved it.
  func snapshot(in stored: StoredSnapshot) throws -> Snapshot? {
    guard let body = stored.body else { return nil }
    let saved = try Snapshot(body: body)
    guard saved.application == application else {
      throw SnapshotError.foreign(application: saved.application)
    }
    return saved
  }
}
