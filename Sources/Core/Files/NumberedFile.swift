import Glibc

/// A new private file that gets its final name only when it is complete. Until `finish()` its name
/// ends in `.new`. It is deleted if it is released before, or, after the process was killed, by the
/// next writer of the name. All methods throw `FileError`.
package final class NumberedFile {
  private let files: FileAccess
  private let stem: String
  private let ending: String
  private let name: String
  private var descriptor: Int32
  /// The number of bytes that have been appended to the file.
  public private(set) var byteCount = 0

  /// Creates a file under a temporary name. `finish` gives it its final name, with a number if a
  /// file of that name exists: `drugs-2.sdf`.
  ///
  ///     let file = try NumberedFile(directory + "/drugs", ending: "sdf")
  ///
  /// - Parameters:
  ///   - stem: The final path without the extension.
  ///   - ending: The extension, such as "sdf"; empty for none.
  public convenience init(_ stem: String, ending: String) throws {
    try self.init(stem, ending: ending, FileAccess())
  }

  package init(_ stem: String, ending: String, _ files: FileAccess) throws {
    self.files = files
    self.stem = stem
    self.ending = ending.isEmpty ? "" : "." + ending
    (name, descriptor) = try files.createTemporary(for: stem + self.ending)
  }

  deinit {
    guard descriptor >= 0 else { return }
    _ = files.system.removeFile(name)
    files.system.closeFile(descriptor)
  }

  /// Writes bytes to the end of the file. Throws `FileError` if they can't be written.
  public func append(_ bytes: [UInt8]) throws {
    try files.write(bytes, to: descriptor, at: byteCount, path: name)
    byteCount += bytes.count
  }

  /// Gives the complete file its final name, and returns its path. An existing file is never
  /// replaced. Throws `FileError`.
  public func finish() throws -> String {
    let path = try reserve()
    guard files.system.renameFile(name, to: path) == 0 else {
      let code = errno
      _ = files.system.removeFile(path)
      throw FileError.system("created", path: path, code: code)
    }
    files.system.closeFile(descriptor)
    descriptor = -1
    return path
  }

  /// Creates an empty file under the first free name, for the new file to replace.
  private func reserve() throws -> String {
    for number in 1...999 {
      let path = stem + (number == 1 ? "" : "-\(number)") + ending
      let reserved = files.system.openFile(
        path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if reserved < 0, errno == EEXIST { continue }
      guard reserved >= 0 else { throw FileError.system("created", path: path, code: errno) }
      files.system.closeFile(reserved)
      return path
    }
    throw FileError.system("created", path: stem + ending, code: EEXIST)
  }
}
