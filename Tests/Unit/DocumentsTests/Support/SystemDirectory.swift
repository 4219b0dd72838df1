import Documents
import Foundation

/// The files of the machine on which the tests run, which are none of ours.
enum SystemDirectory {
  /// The paths of plain files below a folder, at most `limit`; none if it isn't there.
  static func files(_ directory: String, limit: Int) -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: directory) else { return [] }
    var found: [String] = []
    for case let path as String in paths where found.count < limit {
      var status = stat()
      guard lstat("\(directory)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      found.append("\(directory)/\(path)")
    }
    return found
  }

  static func head(_ path: String) -> DocumentHead? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: DocumentHead.byteCount) else { return nil }
    return DocumentHead(Array(data))
  }
}
