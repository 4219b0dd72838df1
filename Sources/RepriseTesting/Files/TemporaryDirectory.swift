import Foundation

/// A temporary directory, readable only by this user, that is deleted when it is released, or at
/// process exit at the latest.
public final class TemporaryDirectory: Sendable {
  /// The path of the temporary directory.
  public let path: String

  private let leftover: ScopedCleanup

  /// Creates an empty directory.
  /// ```swift
  /// let directory = try TemporaryDirectory()
  /// let path = try directory.write("notes.txt", "one")
  /// ```
  public init() throws {
    // Short, because screens show the paths of files in it.
    let path = NSTemporaryDirectory() + "reprise-tests-" + UUID().uuidString.prefix(13)
    self.path = path
    leftover = ScopedCleanup { Self.delete(path) }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { leftover.cleanUp() }

  private static func delete(_ path: String) {
    for isLast in [false, false, false, false, true] {
      do {
        return try FileManager.default.removeItem(atPath: path)
      } catch {
        // A background thread may still be writing a copy for power failures there.
        if isLast { print("\(path) is left behind: \(error)") }
      }
    }
  }

  /// Returns the path of a file with this name in the directory. Creates no file.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the paths of all files and subdirectories, relative to the directory, sorted.
  public func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  /// Writes a file, creating missing directories, and returns its path. A new file has mode 644
  /// regardless of the umask.
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

  /// Writes text to a file, creating missing directories, and returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Returns the contents of a file.
  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: file(name))))
  }

  /// Returns a file's permission bits.
  public func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}

extension TemporaryDirectory {
  /// Writes an executable script, creating missing directories, and returns its path.
  ///
  /// ```swift
  /// let editor = try directory.writeScript("edit", "#!/bin/sh\necho edited >>\"$1\"\n")
  /// ```
  ///
  /// Another process writes the file. If this process did, a child started by another thread could
  /// briefly inherit the open file, and running the script would fail with `ETXTBSY`.
  @discardableResult
  public func writeScript(_ name: String, _ text: String) throws -> String {
    let draft = try write("\(name).draft", text)
    let path = file(name)
    let line = "cp -- \"$0\" \"$1\" && chmod 755 -- \"$1\" && rm -- \"$0\""
    let run = try ProgramRun("/bin/sh", "-c", line, draft, path)
    guard run.exitCode == 0 else {
      throw ScriptError(description: "\(path) can't be written: \(run.errorText)")
    }
    return path
  }
}

private struct ScriptError: Error, CustomStringConvertible {
  let description: String
}

extension TemporaryDirectory {
  /// Most tests use this session file.
  package func file() -> String { file("main.snapshot") }

  @discardableResult
  package func write(_ bytes: [UInt8]) throws -> String { try write("main.snapshot", bytes) }

  package func bytes() throws -> [UInt8] { try bytes("main.snapshot") }
  package func permissions() throws -> Int? { try permissions("main.snapshot") }

  /// Without the copies for power failures, which appear asynchronously.
  package var names: [String] {
    get throws { try files().filter { !$0.contains(".durable") } }
  }
}
