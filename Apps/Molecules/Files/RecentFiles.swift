import Reprise

/// The recently opened files and directories, newest first.
struct RecentFiles: Sendable {
  struct Entry: RecentEntry {
    let path: String
    /// When the path was opened, in seconds since 1970.
    let opened: Int
    var id: String { path }
  }

  private let file: PrivateFile?
  private let list: RecentList<Entry>

  /// Without a file, the list stays empty.
  init(file: PrivateFile?) {
    self.file = file
    list = RecentList(file: file, limit: 30)
  }

  var found: (entries: [Entry], problem: String?) {
    do {
      return (try list.list(), nil)
    } catch {
      return ([], StatusMessage(problem: "The list of recent files can't be read", error).text)
    }
  }

  /// Returns a sentence if a damaged list was quarantined. Throws `FileError`.
  @discardableResult func note(_ path: String, at timestamp: Int) throws -> String? {
    guard let file else { return nil }
    try PrivateDirectory(FileID(path: file.path, stamp: "").directory).create()
    return try list.note(Entry(path: path, opened: timestamp))
  }
}

extension RecentFiles.Entry {
  init?(_ json: JSON) {
    guard let path = json["path"]?.string else { return nil }
    self.init(path: path, opened: json["opened"]?.int ?? 0)
  }

  var json: JSON {
    .object([
      JSON.Member("path", .string(path)), JSON.Member("opened", .number(String(opened))),
    ])
  }
}
