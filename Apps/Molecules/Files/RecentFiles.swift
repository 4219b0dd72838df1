import Reprise

/// The files and folders that were opened last, the newest first.
struct RecentFiles: Sendable {
  /// One of them.
  struct Entry: Hashable, Sendable {
    let path: String
    /// The seconds since 1970 when it was opened.
    let opened: Int
  }

  private let file: PrivateFile?
  private static let limit = 30

  /// The list in a file; without one it is empty and stays so.
  init(file: PrivateFile?) { self.file = file }

  /// The entries. A file that can't be read is as good as none: it only saves typing.
  var entries: [Entry] {
    guard let file, let bytes = try? file.read(limit: 1 << 18), let json = try? JSON(bytes) else {
      return []
    }
    return (json.array ?? []).prefix(RecentFiles.limit).compactMap { entry in
      entry["path"]?.string.map { Entry(path: $0, opened: entry["opened"]?.int ?? 0) }
    }
  }

  /// Puts a path in front. Throws `FileProblem`.
  func note(_ path: String, at moment: Int) throws {
    guard let file else { return }
    let entries = [Entry(path: path, opened: moment)] + entries.filter { $0.path != path }
    let json = JSON.array(
      entries.prefix(RecentFiles.limit).map { entry in
        .object([
          JSON.Member("path", .string(entry.path)),
          JSON.Member("opened", .number(String(entry.opened))),
        ])
      })
    try PrivateFolder(FileID(path: file.path, stamp: "").folder).create()
    try file.replace(with: json.bytes)
  }
}
