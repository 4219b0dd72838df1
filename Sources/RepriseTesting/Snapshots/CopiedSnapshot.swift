import Foundation
import Restoration

/// A copy of a session file, opened as the application opens it: the file itself stays as it was released.
final class CopiedSnapshot: SnapshotStore {
  /// What was said to be damaged when the copy was opened.
  private(set) var damage: String?
  /// Whether something couldn't come back, so that a copy was put aside.
  private(set) var isSetAside = false
  private let file: SnapshotFile
  /// Goes last: the file is in it.
  private let folder: TemporaryFolder

  init(of snapshot: URL) throws {
    folder = try TemporaryFolder()
    file = SnapshotFile(
      path: try folder.write("main.snapshot", Array(try Data(contentsOf: snapshot))))
  }

  func load() throws -> StoredSnapshot {
    let stored = try file.load()
    damage = stored.damage
    return stored
  }

  func save(_ body: [UInt8]) throws { try file.save(body) }
  func flush() throws { try file.flush() }

  func setAside() throws -> String {
    isSetAside = true
    return try file.setAside()
  }
}
