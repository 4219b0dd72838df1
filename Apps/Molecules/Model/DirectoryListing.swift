import Chemistry
import Foundation
import Reprise

/// A folder's folders and chemical files, and words about what it has besides.
struct DirectoryListing: Sendable {
  /// The folders and then the files, each in the order of their names.
  private(set) var rows: [FileRow] = []
  /// The names of files that can't be read: nobody knows what they are.
  private(set) var unreadable: [String] = []
  /// Names that aren't UTF-8, so that no path leads to their files.
  private(set) var unreachable: [String] = []
  /// The number of files that are of other kinds.
  private(set) var otherCount = 0
  /// True if the folder has more than was looked at.
  private(set) var isCut = false

  /// The most rows of a list on the screen.
  static let limit = 20_000

  /// Looks at what is in a folder now, up to `limit` rows; nil for all. Throws `Chemistry.FormatError`.
  init(ofDirectory path: String, limit: Int? = DirectoryListing.limit, zone: Zone) async throws {
    guard let names = DirectoryNames(of: path) else {
      let isThere = FileStamp(path: path) != nil
      throw FormatError(
        .whole, isThere ? "\(path) can't be read." : "There is no folder \(path).",
        advice: isThere
          ? "Check its permissions." : "Open another one; recent ones are on the first screen.")
    }
    unreachable = names.unreachable
    for name in names.names {
      try Task.checkCancellation()
      let row = FileRow(
        path: path == "/" ? "/" + name : path + "/" + name, isRecent: false, zone: zone)
      if row.isDirectory || row.format != nil {
        guard rows.count < limit ?? .max else {
          isCut = true
          break
        }
        rows.append(row)
      } else if row.isUnreadable {
        unreadable.append(name)
      } else {
        otherCount += 1
      }
    }
    rows = rows.filter(\.isDirectory) + rows.filter { !$0.isDirectory }
  }

  /// The words below the list: "3 files · 1 folder · 1 can't be read · 4 of other kinds". Of a list without rows its own text says the
  /// rest.
  var summary: String {
    let fileCount = rows.filter { !$0.isDirectory }.count
    let unreadableCount = unreadable.count + unreachable.count
    return [
      rows.isEmpty ? nil : fileCount.counted(("file", "files")),
      rows.count == fileCount ? nil : (rows.count - fileCount).counted(("folder", "folders")),
      unreadableCount == 0 ? nil : "\(unreadableCount.grouped) can't be read",
      rows.isEmpty || otherCount == 0 ? nil : "\(otherCount.grouped) of other kinds",
    ].compactMap(\.self).joined(separator: " · ")
  }

  /// A sentence about what isn't listed; nil if all is.
  var note: String? {
    isCut ? "Only the first \(rows.count.grouped) by name are listed; there are more." : nil
  }
}
