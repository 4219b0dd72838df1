public import Core

/// The reason why a recorded response can't be read or written. The first value is a file's path as
/// the user entered it, or "the demo data".
public enum ReplayError: Error, Hashable, Sendable {
  /// There is no such file or directory.
  case noSuchFile(String)
  /// The user isn't permitted to read the file.
  case notPermitted(String)
  /// The path leads to something other than a file: "a named pipe".
  case notAFile(String, kind: String)
  /// The file is larger than the limit, in bytes.
  case tooLarge(String, limit: Int)
  /// The operating system can't read the file, for this reason.
  case unreadable(String, reason: String)
  /// The directory lacks a file: "resources/virtualSystems.json".
  case notRecorded(String, name: String)
  /// The file is empty.
  case empty(String)
  /// The file isn't JSON.
  case malformed(String, JSON.Malformed)
  /// The response has another kind of value ("an object") than expected ("a list"). If it is a
  /// server's error message, `message` quotes it.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// The response is a list of which no entry can be read, for these reasons.
  case noReadableEntry(String, reasons: String)
  /// Nothing can be recorded in this file or directory.
  case unwritable(String, reason: String)
}
