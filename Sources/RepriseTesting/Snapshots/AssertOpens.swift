import Controllers
public import Foundation
import Restoration
public import Screens
public import Terminals

/// Opens a session file written by a release, and checks that nothing is lost: no slot is damaged,
/// every screen can be restored, and the shape of routes and states has changed only by migrations.
///
/// Returns the session for further checks. Works on a copy of the file. Throws `SnapshotNotOpened`,
/// or the file's error if it can't be read at all.
@MainActor @discardableResult
public func assertOpens<Route: AppRoute>(
  _ file: URL,
  with application: @autoclosure @escaping @MainActor () throws -> Application<Route>,
  size: Size = Size(rows: 24, columns: 80)
) async throws -> TestSession<Route> {
  let released = try CopiedSnapshot(of: file)
  guard let body = try released.load().body else {
    throw SnapshotNotOpened(released.damage ?? "it holds nothing", file)
  }
  let snapshot = try Snapshot(body: body)
  guard try snapshot.application == application().name else {
    throw SnapshotNotOpened("“\(snapshot.application)” wrote it", file)
  }
  for (number, entry) in snapshot.entries.enumerated() {
    // Only the top screen is built, so each one is put on top once.
    var below = snapshot
    below.entries = Array(snapshot.entries[...number])
    let store = InMemorySnapshotStore(body: below.body)
    let session = try await TestSession(try application(), size: size, store: store)
    guard store.quarantinedBodies.isEmpty else {
      throw SnapshotNotOpened(
        "not all of screen \(number + 1) came back:\n\(session.frame.railed)", file)
    }
    if let change = try changeOfShape(of: entry, application()) {
      throw SnapshotNotOpened("screen \(number + 1): \(change)", file)
    }
  }
  let store = try CopiedSnapshot(of: file)
  let session = try await TestSession(try application(), size: size, store: store)
  guard !store.isQuarantined, store.damage == nil else {
    throw SnapshotNotOpened(
      store.damage ?? "not all of it came back:\n\(session.frame.railed)", file)
  }
  return session
}

/// A copy of a session file, opened like the application opens it. The original isn't modified.
final class CopiedSnapshot: SnapshotStore {
  private(set) var damage: String?
  /// True if a part couldn't be restored.
  private(set) var isQuarantined = false
  private let file: SnapshotFile
  /// Released last, because it contains the file.
  private let directory: TemporaryDirectory

  init(of snapshot: URL) throws {
    directory = try TemporaryDirectory()
    file = SnapshotFile(
      path: try directory.write("main.snapshot", Array(try Data(contentsOf: snapshot))))
  }

  func load() throws -> StoredSnapshot {
    let stored = try file.load()
    damage = stored.damage
    return stored
  }

  func save(_ body: [UInt8]) throws { try file.save(body) }
  func flush() throws { try file.flush() }

  func quarantine() throws -> String {
    isQuarantined = true
    return try file.quarantine()
  }
}
