#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is its owner's alone to read and to write. All methods throw `FileError`.
public struct PrivateFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String

  /// Names a file, and opens nothing.
  ///
  ///     try PrivateFile(directory + "/notes.json").replace(with: bytes)
  public init(_ path: String) { self.path = path }

  /// Reads the file; nil if there is none. It must be a plain file of the user's own, no larger than `limit` bytes.
  public func read(limit: Int) throws -> [UInt8]? {
    try FileAccess().contents(of: path, limit: limit)
  }

  /// Reads the file's first bytes, if it has so many in all; nil otherwise, and if there is no such file.
  package func beginning(_ count: Int, ofTotal total: Int) throws -> [UInt8]? {
    let files = FileAccess()
    guard let descriptor = try files.openExisting(path) else { return nil }
    defer { files.system.closeFile(descriptor) }
    var status = stat()
    guard files.system.status(of: descriptor, &status) == 0, Int(status.st_size) == total else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { files.system.readFile(descriptor, $0, at: 0) }
    return got == count ? bytes : nil
  }

  /// Writes over the file's first bytes.
  package func overwrite(with bytes: [UInt8]) throws {
    let files = FileAccess()
    guard let descriptor = try files.openExisting(path) else {
      throw FileError.system("opened", path: path, code: ENOENT)
    }
    defer { files.system.closeFile(descriptor) }
    try files.write(bytes, to: descriptor, at: 0, path: path)
  }

  /// Replaces the file, whole or not at all. `durably` waits until the disk has it, so that it is there after a power cut too.
  public func replace(with bytes: [UInt8], durably: Bool = false) throws {
    let files = FileAccess()
    if durably { return try files.replaceDurably(path, with: bytes) }
    files.system.closeFile(try files.replace(path, with: bytes))
  }

  /// Makes a new file and returns its path. If there is one of this name the new one gets a number: `systems.csv`, `systems-2.csv`.
  public static func create(
    _ stem: String, ending: String, _ bytes: [UInt8]
  ) throws -> String {
    let file = try NewFile(stem, ending: ending)
    try file.append(bytes)
    return try file.finish()
  }
}
