import Reprise

/// The files and folders that were opened last, the newest first.
struct RecentFiles: Sendable {
  /// One of them.
  struct Entry: RecentEntry {
    let path: String
    /// The seconds since 1970 when it was opened.
    let opened: Int
    var id: String { path }
  }

  private let file: PrivateFile?
  private let list: RecentList<Entry>

  /// The list in a file; without one it is empty and stays so.
  init(file: PrivateFile?) {
    self.file = file
    list = RecentList(file: file, limit: 30)
  }

  /// The entries, and a sentence about a file that can't be read; nil for one that can.
  var found: (entries: [Entry], problem: String?) {
    do {
      return (try list.list(), nil)
    } catch {
      return ([], StatusMessage(problem: "The list of recent files can't be read", error).text)
    }
  }

  /// Puts a path in front. Returns a sentence about a damaged list that was set aside. Throws `FileError`.
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
