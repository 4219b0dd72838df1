import Foundation
import Restoration

/// A copy of a session file, opened like the application opens it. The original isn't modified.
final class CopiedSnapshot: SnapshotStore {
  private(set) var damage: String?
  /// Whether part of the session couldn't be restored and a copy was quarantined.
  private(set) var isSetAside = false
  private let file: SnapshotFile
  /// The directory that contains the file; released last.
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
    isSetAside = true
    return try file.quarantine()
  }
}
