#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A private file that grows out of sight, and has its name once it is whole. All methods throw `FileError`.
///
/// Until then it lies in the same folder under a name that ends in `.new`. Given up, it is deleted; of a process that was killed the next
/// writer of that name deletes it.
public final class NewFile {
  private let files: FileAccess
  private let stem: String
  private let ending: String
  private let name: String
  private var descriptor: Int32
  /// The bytes written so far.
  public private(set) var byteCount = 0

  /// Begins a file that is to be called `stem.ending`, or have a number if there is one of that name: `drugs-2.sdf`. Without an ending it is
  /// called `stem`.
  ///
  ///     let file = try NewFile(directory + "/drugs", ending: "sdf")
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

  /// Adds bytes to the end.
  public func append(_ bytes: [UInt8]) throws {
    try files.write(bytes, to: descriptor, at: byteCount, path: name)
    byteCount += bytes.count
  }

  /// Gives the file its name, and returns the path. No other file is ever replaced.
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

  /// Makes an empty file under the first name that nobody has, for the new one to take its place.
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
