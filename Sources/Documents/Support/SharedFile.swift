import Core
import Foundation

/// A user's file that several programs change. It is replaced atomically, and its permissions are
/// preserved.
///
/// Links are followed and preserved, because some users link such files to another directory. All
/// methods throw `FileError`.
struct SharedFile: Hashable, Sendable {
  static let limit = 64 << 20

  let path: String

  init(_ path: String) { self.path = path }

  /// Reads the file. Returns `nil` if it doesn't exist. With `isObeyed`, because its contents name
  /// commands, it must satisfy `Ownership.requireTrusted`.
  func read(isObeyed: Bool = false) throws(FileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system("read", path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system("read", path: path, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unsafe(path: path, "it is not a plain file")
    }
    if isObeyed { try Ownership.requireTrusted(status, at: path) }
    return try FileAccess().read(descriptor, path: path, limit: SharedFile.limit)
  }

  /// Replaces the file atomically. A new file is world-readable, as the programs that read it
  /// expect.
  func replace(with bytes: [UInt8]) throws(FileError) {
    let real = try target
    var status = stat()
    let mode = stat(real, &status) == 0 ? status.st_mode & 0o7777 : 0o644
    let temporary = "\(real).\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system("written", path: path, code: errno) }
    defer { close(descriptor) }
    do throws(FileError) {
      try FileAccess().write(bytes, to: descriptor, at: 0, path: path)
      guard fchmod(descriptor, mode) == 0, rename(temporary, real) == 0 else {
        throw .system("written", path: path, code: errno)
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  func remove() throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw .system("deleted", path: path, code: errno)
    }
  }

  private var target: String {
    get throws(FileError) {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw .system("written", path: path, code: errno) }
        return path
      }
      guard let real = realpath(path, nil) else {
        throw .unsafe(path: path, "it is a link to nothing")
      }
      defer { free(real) }
      return String(cString: real)
    }
  }
}

extension SharedFile {
  /// Creates a directory and its missing parents, accessible only to the user. Returns the paths of
  /// those it created, topmost first.
  static func makeDirectory(_ path: String) throws(FileError) -> [String] {
    var made: [String] = []
    var directory = ""
    for component in path.split(separator: "/") {
      directory += "/" + component
      if mkdir(directory, 0o700) == 0 {
        made.append(directory)
      } else if errno != EEXIST, errno != EISDIR, errno != EROFS {
        throw .system("created", path: directory, code: errno)
      }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .system("created", path: path, code: ENOTDIR)
    }
    return made
  }
}

/// Records files that name programs but were skipped because other users can write them. Each file
/// is recorded once.
struct SkippedFiles {
  private(set) var problems: [FileError] = []

  /// Reads a trusted file. Returns `nil` if it doesn't exist, exceeds `limit` bytes, or is skipped.
  mutating func read(_ path: String, limit: Int) -> [UInt8]? {
    do {
      let bytes = try SharedFile(path).read(isObeyed: true)
      return bytes.flatMap { $0.count <= limit ? $0 : nil }
    } catch .untrusted(let path, let isAnothers) {
      let problem = FileError.untrusted(path: path, isOtherUsers: isAnothers)
      if !problems.contains(problem) { problems.append(problem) }
    } catch {
      // An unreadable file names no programs.
    }
    return nil
  }

  /// A sentence about the first file and the number of others; `nil` if there are none.
  var note: String? {
    guard let first = problems.first, case .untrusted(let path, let isAnothers) = first else {
      return nil
    }
    // The essential part comes before the end of the path, because a long path may be truncated.
    let sentence = "\(isAnothers ? "Another user owns" : "Others may write") \(path): not obeyed."
    let others = problems.count - 1
    let more =
      others == 0 ? nil : others == 1 ? "Nor is 1 other file." : "Nor are \(others) other files."
    return [sentence, more, first.recoverySuggestion].compactMap(\.self)
      .joined(separator: " ")
  }
}
