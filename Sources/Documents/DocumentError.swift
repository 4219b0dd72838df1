public import FoundationEssentials
import Glibc

/// The reason why a document can't be opened, received, or passed to a program.
public enum DocumentError: Error, Hashable, Sendable {
  /// The application can't open the file, because the file has none of its document types. The
  /// values are the file's name, a description of its content, and two texts for the message.
  ///
  /// `namesake` is a sentence about other kinds of files with this extension. `known` contains the
  /// names of the application's types.
  case foreign(name: String, ForeignContent, namesake: String?, known: [String])
  /// The path doesn't lead to a plain file, so nothing can be read from it. `what` describes the
  /// file system object, for example "a folder".
  case notAFile(path: String, what: String)
  /// The document was rejected because it is larger than the size limit. The values are the
  /// document's name and the limit in bytes.
  case tooLarge(name: String, limit: Int)
  /// The command line names more documents than the application opens at once. The value is the
  /// maximum number.
  case tooMany(limit: Int)
  /// A call to the operating system failed. The values are the failed operation as a participle
  /// ("read"), the path or program, and `errno`.
  case system(String, path: String, code: Int32)
  /// The document should be read from standard input, but standard input is the terminal, so there
  /// is nothing to read.
  case noInput
  /// A program that should open the document couldn't be started. The values are the program's name
  /// and the reason.
  case program(name: String, reason: String)
  /// A running instance of the application didn't accept the document, for example because it
  /// rejected the request or didn't reply. The values are the application's name and the reason.
  case notTaken(application: String, reason: String)
}

extension DocumentError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .foreign(let name, .empty, _, _): "\(name) is empty."
    case .foreign(let name, let content, let namesake, _):
      ["\(name) isn't opened: it is \(content.description).", namesake]
        .compactMap(\.self).joined(separator: " ")
    case .notAFile(let path, let what): "\(path) isn't opened: it is \(what)."
    case .tooLarge(let name, let limit):
      "\(name) is larger than \(ByteCount.text(limit)), the limit."
    case .tooMany(let limit):
      "At most \(limit) files can be opened together."
    case .system(let action, let path, let code):
      "\(path) can't be \(action): \(String(cString: strerror(code)))."
    case .noInput: "Nothing is piped to standard input; it is the terminal."
    case .program(let name, let reason): "\(name) can't be started: \(reason)."
    case .notTaken(let application, let reason):
      "The running \(application) didn't open the document: \(reason)."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .foreign(_, let content, _, let known):
      content.advice ?? "These can be opened: \(known.joined(separator: ", "))."
    case .notAFile: "Name a plain file, or pipe its contents in and give - as the file."
    case .tooLarge: "Split it."
    case .tooMany: "Name fewer files, or the directory that they are in."
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT): "Free some space."
    case .system(_, _, ENOENT): "Check the name."
    case .system: "Check the path and its permissions."
    case .noInput: "Pipe a document in, or name a file."
    case .program: "Choose another program."
    case .notTaken: "Bring it to the front (fg, if it is suspended), or open another --session."
    }
  }
}

enum ByteCount {
  /// In the largest unit of which the number is a multiple: "512 MiB".
  static func text(_ count: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
      if count >= 1 << shift, count & ((1 << shift) - 1) == 0 { return "\(count >> shift) \(unit)" }
    }
    return "\(count) bytes"
  }
}
