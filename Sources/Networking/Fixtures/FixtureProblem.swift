public import Values

/// Why a recorded answer can't be used, or none be recorded. A place is a file's path as the person gave it, or "the demo data".
public enum FixtureProblem: Error, Hashable, Sendable {
  case noSuchFile(String)
  case notPermitted(String)
  /// What it is instead: "a named pipe".
  case notAFile(String, kind: String)
  case tooLarge(String, limit: Int)
  /// The operating system refused, with its reason.
  case unreadable(String, reason: String)
  /// What the folder hasn't got: "resources/virtualSystems.json".
  case notRecorded(String, name: String)
  case empty(String)
  case malformed(String, JSON.Malformed)
  /// What it is instead ("an object"), what it should be ("a list"), and what it says, if it is a server's message.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// Nothing can be recorded there.
  case unwritable(String, reason: String)
}
