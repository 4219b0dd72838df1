import FoundationEssentials
import Glibc
import Reprise

/// A file by its path, as saved in routes. The stamp is its state when it was opened: a restored
/// session reports a file that has changed since. Ids with the same path are equal.
struct FileID: Codable, Sendable {
  /// The absolute path, without "..".
  let path: String
  /// The size and modification time, "1204-1763812800-0"; empty if they couldn't be read.
  let stamp: String

  init(path: String, stamp: String) {
    self.path = path
    self.stamp = stamp
  }

  init(_ path: String) {
    let whole = URL(fileURLWithPath: path).standardized.path
    self.init(path: whole, stamp: FileStamp(path: whole)?.text ?? "")
  }

  var name: String { path.split(separator: "/").last.map { String($0) } ?? "/" }

  var contentName: String { name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name }

  var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  var change: String? {
    guard let now = FileStamp(path: path), !stamp.isEmpty, now.text != stamp else { return nil }
    return "\(name) has changed since it was opened here."
  }
}

extension FileID: Hashable {
  static func == (one: FileID, other: FileID) -> Bool { one.path == other.path }
  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// A file's state, as text in the format of `ChemicalFile.stamp`.
struct FileStamp: Hashable, Sendable {
  let byteCount: Int
  /// The modification time, in seconds since 1970.
  let changed: Int
  private let nanoseconds: Int
  let isDirectory: Bool
  let isPlain: Bool

  var text: String { "\(byteCount)-\(changed)-\(nanoseconds)" }

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    byteCount = max(0, Int(status.st_size))
    changed = status.modificationTime.tv_sec
    nanoseconds = status.modificationTime.tv_nsec
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    isPlain = status.st_mode & S_IFMT == S_IFREG
  }
}

/// Whether a file can be read.
enum FileReadability: Hashable, Sendable {
  /// The file can be read. Also used if it isn't a regular file, which isn't tested.
  case granted
  case missing
  /// The file exists but can't be read: the permission is missing, the disk has an error, or a
  /// symbolic link refers to itself.
  case refused

  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = [ENOENT, ENOTDIR].contains(errno) ? .missing : .refused
      return
    }
    self = status.st_mode & S_IFMT != S_IFREG || FileReadability.yields(path) ? .granted : .refused
  }

  private static func yields(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, 0) >= 0
  }
}
