import Foundation

/// Finds the executables that were built along with the tests, so that a test can run them.
public enum BuiltProgram {
  /// Returns the path of an executable in the directory named by REPRISE_BIN, or next to the test
  /// bundle.
  ///
  ///     let program = try BuiltProgram.path("cloudburst")
  ///
  /// Ignores case, because an executable that isn't a product has its target's name: `cloudburst`
  /// is built as `CloudBurst`. Of several matches the newest is used, because the directory may
  /// contain one built under an earlier name.
  public static func path(_ name: String) throws -> String {
    let directory = try directory()
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.lowercased() == name.lowercased() }
    let paths = names.map { directory.appendingPathComponent($0).path }.filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        && !isDirectory.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }
    guard let newest = try paths.max(by: { try age(of: $0) < age(of: $1) }) else {
      let path = directory.appendingPathComponent(name).path
      throw Missing(sentence: "There is no \(path). Build it first, or set REPRISE_BIN.")
    }
    return newest
  }

  private static func age(of path: String) throws -> Date {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.modificationDate] as? Date ?? .distantPast
  }

  /// The error of `path(_:)` if no executable with the name was found.
  public struct Missing: Error, CustomStringConvertible {
    let sentence: String
    /// A message that names the missing executable.
    public var description: String { sentence }
  }

  private static func directory() throws -> URL {
    if let directory = ProcessInfo.processInfo.environment["REPRISE_BIN"] {
      return URL(fileURLWithPath: directory).absoluteURL
    }
    let bundles = [URL(fileURLWithPath: CommandLine.arguments[0]).absoluteURL]
    guard let bundle = bundles.first(where: { $0.pathExtension == "xctest" }) else {
      throw Missing(sentence: "This isn't run from a test bundle. Set REPRISE_BIN.")
    }
    return bundle.deletingLastPathComponent()
  }
}
