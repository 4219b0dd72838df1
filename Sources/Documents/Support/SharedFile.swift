import Core
import FoundationEssentials
import Glibc

/// A file that other programs may have written. Links are followed, because some users link such
/// files to another directory.
struct SharedFile: Hashable, Sendable {
  static let limit = 64 << 20

  let path: String

  init(_ path: String) { self.path = path }

  /// `nil` if the file doesn't exist. With `isObeyed`, because its contents name commands, it must
  /// satisfy `Ownership.requireTrusted`.
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
}

/// Records once each the files that name programs but were skipped because others can write them.
struct SkippedFiles {
  private(set) var problems: [FileError] = []

  /// Returns `nil` if the file doesn't exist, exceeds `limit` bytes, or is skipped.
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
