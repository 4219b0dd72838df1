import Glibc

/// A reference to a file that only its owner can read and write. All methods throw `FileError`.
public struct PrivateFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String

  /// Creates a reference to a file. The file isn't opened or created.
  ///
  ///     try PrivateFile(directory + "/notes.json").replace(with: bytes)
  public init(_ path: String) { self.path = path }

  /// Returns the contents of the file, or `nil` if it doesn't exist. Throws `FileError` if it isn't
  /// a plain file owned by the user, or is larger than `limit` bytes.
  public func read(limit: Int) throws -> [UInt8]? {
    try FileAccess().contents(of: path, limit: limit)
  }

  /// Replaces the contents of the file atomically, and creates it if it doesn't exist.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - durably: Whether to wait until the contents are on disk, so that they survive a power cut.
  public func replace(with bytes: [UInt8], durably: Bool = false) throws {
    let files = FileAccess()
    if durably { return try files.replaceDurably(path, with: bytes) }
    files.system.closeFile(try files.replace(path, with: bytes))
  }

  /// Creates a new file with the given contents and returns its path. If a file of that name
  /// exists, a number is added: `systems.csv`, `systems-2.csv`.
  ///
  /// - Parameters:
  ///   - stem: The path without the extension.
  ///   - ending: The extension, such as "csv".
  ///   - bytes: The contents.
  public static func create(
    _ stem: String, ending: String, _ bytes: [UInt8]
  ) throws -> String {
    let file = try NumberedFile(stem, ending: ending)
    try file.append(bytes)
    return try file.finish()
  }
}
