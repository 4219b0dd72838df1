public import Foundation

/// The reason why a document isn't opened, received or handed to a program.
public enum DocumentError: Error, Hashable, Sendable {
  /// A file of none of the application's types: its name, its content, other kinds of file of that extension, and the types' names.
  case foreign(name: String, ForeignContent, namesake: String?, known: [String])
  /// A path that leads to no plain file: the path, and what is there.
  case notAFile(path: String, what: String)
  /// More bytes than are read: the name, and the limit in bytes.
  case tooLarge(name: String, limit: Int)
  /// The operating system refused: the attempt, the path or program, and the error number.
  case system(String, path: String, code: Int32)
  /// Nothing to read on standard input: it is the terminal.
  case noInput
  /// A program that can't be started, and the reason in words.
  case program(name: String, reason: String)
  /// An application that is open elsewhere and doesn't take documents: its name, and the reason in words.
  case notTaken(application: String, reason: String)
}

extension DocumentError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .foreign(let name, .empty, _, _): "\(name) is empty."
    case .foreign(let name, let content, let namesake, _):
      ["\(name) isn't opened: it is \(content.words).", namesake]
        .compactMap(\.self).joined(separator: " ")
    case .notAFile(let path, let what): "\(path) isn't opened: it is \(what)."
    case .tooLarge(let name, let limit):
      "\(name) has more than \(ByteCount.words(limit)), which is the most that is read."
    case .system(let action, let path, let code):
      "\(path) can't be \(action): \(String(cString: strerror(code)))."
    case .noInput: "Nothing is piped to standard input; it is the terminal."
    case .program(let name, let reason): "\(name) can't be started: \(reason)."
    case .notTaken(let application, let reason):
      "The \(application) that is open elsewhere doesn't take the document: \(reason)."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .foreign(_, let content, _, let known):
      content.advice ?? "These can be opened: \(known.joined(separator: ", "))."
    case .notAFile: "Name a plain file, or pipe its contents in and give - as the file."
    case .tooLarge: "Split it."
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT): "Free some space."
    case .system(_, _, ENOENT): "Check the name."
    case .system: "Check the path and its permissions."
    case .noInput: "Pipe a document in, or name a file."
    case .program: "Choose another program."
    case .notTaken: "Bring it to the front (fg, if it is suspended), or open another --session."
    }
  }
}
