import Reprise

/// Why virtual systems can't be shown. A place is a file's path as the user gave it, or "the built-in fixture".
enum SourceProblem: Error, Hashable, Sendable {
  case noSuchFile(String)
  case notPermitted(String)
  /// What it is instead: "a named pipe".
  case notAFile(String, kind: String)
  case tooLarge(String, limit: Int)
  /// The operating system refused, with its reason.
  case unreadable(String, reason: String)
  case folderWithoutList(String)
  case empty(String)
  case malformed(String, JSON.Malformed)
  /// What it is instead ("an object"), and what it says, if it is a server's message.
  case notAList(String, kind: String, message: String?)
  /// It was never there, or has been deleted since.
  case noSuchSystem(ResourceID)
}

extension SourceProblem: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .empty, .malformed, .notAList, .tooLarge: .data
    case .noSuchFile, .notAFile, .folderWithoutList, .noSuchSystem: .noInput
    case .unreadable: .inputOutput
    case .notPermitted: .noPermission
    }
  }
}
