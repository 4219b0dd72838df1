import Controllers
public import Foundation
import Restoration
public import Screens
public import Terminals

/// Opens a session file that a release wrote, and expects that nothing of it is lost: no slot is damaged, every screen can be reopened, and
/// no route or state has changed its shape since, unless by a migration.
///
/// Returns the session, so that a test can look at its frame and press its keys. Works on a copy. Throws `SnapshotNotOpened`, or the file's
/// own error if it can't be read at all.
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
    // Only the screen on top is built, so each is on top once.
    var below = snapshot
    below.entries = Array(snapshot.entries[...number])
    let store = InMemorySnapshotStore(body: below.body)
    let session = try await TestSession(try application(), size: size, store: store)
    guard store.asides.isEmpty else {
      throw SnapshotNotOpened(
        "not all of screen \(number + 1) came back:\n\(session.frame.railed)", file)
    }
    if let change = try changeOfShape(of: entry, application()) {
      throw SnapshotNotOpened("screen \(number + 1): \(change)", file)
    }
  }
  let store = try CopiedSnapshot(of: file)
  let session = try await TestSession(try application(), size: size, store: store)
  guard !store.isSetAside, store.damage == nil else {
    throw SnapshotNotOpened(
      store.damage ?? "not all of it came back:\n\(session.frame.railed)", file)
  }
  return session
}
