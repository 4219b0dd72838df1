import Foundation

/// The directories in which programs are searched: the absolute ones in `PATH`.
public struct SearchPath: Sendable {
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
