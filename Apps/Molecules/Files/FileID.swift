import Foundation
import Reprise

/// A file by its path, as the routes of sessions have it.
///
/// The stamp is the file's state when it was opened: a session that comes back says so if the file has changed since. Two ids of one path
/// are the same file, whatever became of it.
struct FileID: Codable, Sendable {
  /// The absolute path, without "..".
  let path: String
  /// The size and the time of the last change: "1204-1763812800-0"; empty if the file couldn't be looked at.
  let stamp: String

  init(path: String, stamp: String) {
    self.path = path
    self.stamp = stamp
  }

  /// Looks at the file as it is now.
  init(_ path: String) {
    let whole = URL(fileURLWithPath: path).standardized.path
    self.init(path: whole, stamp: FileStamp(path: whole)?.text ?? "")
  }

  var name: String { path.split(separator: "/").last.map { String($0) } ?? "/" }

  /// The name without the ending of what is compressed: "drugs.sdf" of "drugs.sdf.gz".
  var contentName: String { name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name }

  /// The path of the folder that the file is in.
  var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// A sentence about a file that isn't as it was when it was opened; nil if it is.
  var change: String? {
    guard let now = FileStamp(path: path), !stamp.isEmpty, now.text != stamp else { return nil }
    return "\(name) has changed since it was opened here."
  }
}

extension FileID: Hashable {
  static func == (one: FileID, other: FileID) -> Bool { one.path == other.path }
  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// The state of a file, in the words in which `ChemicalFile` has it.
struct FileStamp: Hashable, Sendable {
  let byteCount: Int
  /// The seconds since 1970 of the last change.
  let changed: Int
  private let nanoseconds: Int
  let isDirectory: Bool
  let isPlain: Bool

  var text: String { "\(byteCount)-\(changed)-\(nanoseconds)" }

  /// Nil where there is no file that can be looked at.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    byteCount = max(0, Int(status.st_size))
    #if os(Linux)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    changed = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    isPlain = status.st_mode & S_IFMT == S_IFREG
  }
}
