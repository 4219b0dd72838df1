import Chemistry
import Reprise

/// The subdirectories and chemical files of a directory, and counts of its other files.
struct DirectoryListing: Sendable {
  /// The directories, followed by the files, each sorted by name.
  private(set) var rows: [FileRow] = []
  /// The names of files that can't be read, whose kind is unknown.
  private(set) var unreadable: [String] = []
  /// Names that aren't UTF-8, so that no path leads to their files.
  private(set) var unreachable: [String] = []
  private(set) var otherCount = 0
  private(set) var isCut = false

  /// The maximum number of rows on the screen.
  static let limit = 20_000

  /// Reads a directory, up to `limit` rows; `nil` means all. Throws `Chemistry.FormatError`.
  init(ofDirectory path: String, limit: Int? = DirectoryListing.limit, zone: Zone) async throws {
    let stamp = FileStamp(path: path)
    guard stamp?.isDirectory == true, let names = try? PrivateDirectory(path).names() else {
      let isThere = stamp != nil
      throw FormatError(
        .whole, isThere ? "\(path) can't be read." : "There is no folder \(path).",
        advice: isThere
          ? "Check its permissions." : "Open another one; recent ones are on the first screen.")
    }
    let shown = names.filter { !$0.hasPrefix(".") }
    // U+FFFD replaces bytes that aren't UTF-8.
    unreachable = shown.filter { $0.unicodeScalars.contains("\u{FFFD}") }
    for name in shown where !name.unicodeScalars.contains("\u{FFFD}") {
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

  /// The summary below the list: "3 files · 1 folder · 1 can't be read · 4 of other kinds".
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

  var note: String? {
    isCut ? "Only the first \(rows.count.grouped) by name are listed; there are more." : nil
  }
}
