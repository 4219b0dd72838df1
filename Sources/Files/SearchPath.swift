import Foundation

/// The folders that programs are looked for in: PATH, without relative ones.
public struct SearchPath: Sendable {
  private let directories: [Substring]

  /// The folders of an environment.
  ///
  ///     SearchPath(ProcessInfo.processInfo.environment)
  public init(_ environment: [String: String]) {
    directories = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
  }

  /// The path of a program: of an absolute one itself, of a name the first that may be run; nil if there is none.
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
