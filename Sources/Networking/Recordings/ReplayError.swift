public import Values

/// The reason why a recorded answer can't be used, or none be recorded. A place is a file's path as the person gave it, or "the demo data".
public enum ReplayError: Error, Hashable, Sendable {
  /// No such file or folder.
  case noSuchFile(String)
  /// The person isn't permitted to read the file.
  case notPermitted(String)
  /// The path leads to something else: "a named pipe".
  case notAFile(String, kind: String)
  /// The file is larger than so many bytes.
  case tooLarge(String, limit: Int)
  /// The operating system refused, with its reason.
  case unreadable(String, reason: String)
  /// The folder lacks a file: "resources/virtualSystems.json".
  case notRecorded(String, name: String)
  /// The file is empty.
  case empty(String)
  /// The file isn't JSON.
  case malformed(String, JSON.Malformed)
  /// The answer is of a kind ("an object") other than expected ("a list"), with its message, if it is a server's message.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// The answer is a list with entries of which none can be read, for these reasons.
  case noReadableEntry(String, reasons: String)
  /// Nothing can be recorded there.
  case unwritable(String, reason: String)
}
