import Foundation

/// Resolves paths that the user types.
public enum FilePath {
  /// Returns the absolute path for `text`, with `.` and `..` resolved. A relative path starts at
  /// `directory`, by default the current directory.
  ///
  /// Dots are resolved in the joined path, because Foundation reduces the relative path `../a` to
  /// `a`.
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
}

/// The directories in which programs are searched: the absolute ones in `PATH`.
package struct SearchPath: Sendable {
  private let directories: [Substring]

  /// Reads `PATH` from an environment.
  ///
  ///     SearchPath(ProcessInfo.processInfo.environment)
  public init(_ environment: [String: String]) {
    directories = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
  }

  /// Returns the path of an executable: `name` itself if it is absolute, otherwise the first match
  /// in the search path. Returns `nil` if there is none.
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
