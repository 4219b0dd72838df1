import Foundation

/// A folder that is deleted with its last owner, and with the process at the latest. Only this user can look into it.
public final class TemporaryDirectory: Sendable {
  /// The folder's path.
  public let path: String

  private let leftover: ScopedCleanup

  /// Creates an empty folder.
  /// ```swift
  /// let directory = try TemporaryDirectory()
  /// let path = try directory.write("notes.txt", "one")
  /// ```
  public init() throws {
    // Short, since screens show the paths of what lies in it.
    let path = NSTemporaryDirectory() + "reprise-tests-" + UUID().uuidString.prefix(13)
    self.path = path
    leftover = ScopedCleanup { Self.delete(path) }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { leftover.putAway() }

  private static func delete(_ path: String) {
    for isLast in [false, false, false, false, true] {
      do {
        return try FileManager.default.removeItem(atPath: path)
      } catch {
        // A copy for power cuts may just be written there, by a thread that nobody waits for.
        if isLast { print("\(path) is left behind: \(error)") }
      }
    }
  }

  /// Returns the path of a file in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the paths of all files within, relative to the folder, sorted.
  public func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  /// Writes a file, with the folders that it needs, and returns its path. A new one has the mode 644, whatever the person's umask.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let isNew = !FileManager.default.fileExists(atPath: self.file(name))
    try Data(bytes).write(to: file)
    if isNew { chmod(self.file(name), 0o644) }
    return self.file(name)
  }

  /// Writes a text into a file, with the folders that it needs, and returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Returns the contents of a file.
  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: file(name))))
  }

  /// Returns a file's permissions, as chmod takes them.
  public func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
