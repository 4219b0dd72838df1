import Foundation
import Reprise

/// The names in a directory, except those that begin with a dot.
struct DirectoryNames: Sendable {
  private(set) var names: [String] = []
  /// Names that aren't UTF-8, with invalid bytes replaced. No path leads to these files.
  private(set) var unreachable: [String] = []

  /// Reads a directory. Fails if it can't be read.
  ///
  /// Uses `readdir`, because `FileManager` omits names that aren't UTF-8.
  init?(of path: String) {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    // Only `errno` distinguishes the end from an error.
    errno = 0
    while let entry = readdir(directory) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if bytes.first != UInt8(ascii: ".") { add(bytes) }
      errno = 0
    }
    guard errno == 0 else { return nil }
    names.sort()
    unreachable.sort()
  }

  private mutating func add(_ bytes: [UInt8]) {
    if let name = String(validating: bytes, as: UTF8.self) {
      names.append(name)
    } else {
      unreachable.append(String(decoding: bytes, as: UTF8.self))
    }
  }
}
