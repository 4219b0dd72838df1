import Foundation
import Restoration

/// A copy of a session file, opened as the application opens it: the file itself stays as it was released.
final class CopiedSnapshot: SnapshotStore {
  /// The damage that was found when the copy was opened; nil if there was none.
  private(set) var damage: String?
  /// True if something couldn't come back, so that a copy was set aside.
  private(set) var isSetAside = false
  private let file: SnapshotFile
  /// The folder that the file is in; it is released last.
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
