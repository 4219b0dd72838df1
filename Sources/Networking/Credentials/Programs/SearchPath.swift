import Foundation

/// The folders that programs are looked for in: PATH, without relative ones.
struct SearchPath: Sendable {
  private let folders: [Substring]

  init(_ environment: [String: String]) {
    folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
  }

  /// The path of the first plain file of this name that the user may run.
  func program(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }
}
