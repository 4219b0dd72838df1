import FoundationEssentials
import Glibc

/// Converts paths that the user types, for example on the command line, to absolute paths.
public enum FilePath {
  /// Returns the absolute path for a path that the user has typed, with `.` and `..` resolved. A
  /// relative path is resolved against `directory`, by default the current directory.
  ///
  ///     FilePath.absolute("../a.sdf", in: "/data/today")  // "/data/a.sdf"
  public static func absolute(_ text: String, in directory: String? = nil) -> String {
    let directory = directory ?? FileManager.default.currentDirectoryPath
    let whole = text.hasPrefix("/") ? text : directory + "/" + text
    let parts = whole.split(separator: "/").reduce(into: [Substring]()) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the last component of a path: "c.sdf" of "/a/b/c.sdf".
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the path without its last component: "/a/b" of "/a/b/c.sdf".
  package static func directory(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

/// The directories in which programs are searched: the absolute ones in `PATH`.
package struct SearchPath: Sendable {
  private let directories: [Substring]

  /// Creates the search path for executables from the environment variable `PATH`.
  ///
  ///     SearchPath(ProcessInfo.processInfo.environment)
  public init(_ environment: [String: String]) {
    directories = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
  }

  /// Returns the path of the executable with a name, the first match in the search path. An
  /// absolute `name` is returned itself. Returns `nil` if there is no such executable.
  public func program(_ name: String) -> String? {
    if name.hasPrefix("/") { return SearchPath.isProgram(name) ? name : nil }
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return directories.lazy.map { "\($0)/\(name)" }.first(where: SearchPath.isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
