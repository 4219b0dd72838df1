import Foundation
import Reprise

extension SourceProblem: LocalizedError {
  /// What and why, safe to print: `answers.json, line 44, column 1: the array that begins in line 1 isn't closed; "]" is missing.`
  var errorDescription: String? {
    switch self {
    case .noSuchFile(let path): "\(Self.shown(path)): there is no such file or folder."
    case .notPermitted(let path): "\(Self.shown(path)): you aren't permitted to read it."
    case .notAFile(let path, let kind): "\(Self.shown(path)): this is \(kind), not a file."
    case .tooLarge(let path, let limit):
      "\(Self.shown(path)): it has more than \(limit >> 20) MiB."
    case .unreadable(let path, let reason): "\(Self.shown(path)): it can't be read: \(reason)."
    case .folderWithoutList(let path):
      "\(Self.shown(path)): this folder has no resources/virtualSystems.json."
    case .empty(let place): "\(Self.shown(place)): the file is empty."
    case .malformed(let place, let malformed):
      "\(Self.shown(place)), line \(malformed.line), column \(malformed.column): "
        + "\(malformed.reason)."
    case .notAList(let place, let kind, let message?):
      "\(Self.shown(place)): this is \(kind), not a list; it says “\(Self.firstLine(message))”."
    case .notAList(let place, let kind, nil): "\(Self.shown(place)): this is \(kind), not a list."
    case .noSuchSystem(let id): "system \(SafeText.visible(id.text)): it is not in the list."
    }
  }

  /// What to do about it, for the command line.
  var recoverySuggestion: String? {
    if case .noSuchSystem = self {
      return "It may have been deleted. The list shows those there are."
    }
    return "\(remedy), or name another with --unplugged=FILE."
  }

  private static func shown(_ place: String) -> String {
    place.isEmpty ? "“”" : SafeText.visible(place)
  }

  private static func firstLine(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).first ?? ""
    return SafeText.visible(line.count > 200 ? line.prefix(199) + "…" : String(line))
  }
}

extension SourceProblem {
  /// The beginning of a sentence that goes on with another file.
  private var remedy: String {
    switch self {
    case .noSuchFile: "Put the file there"
    case .notPermitted: "Make the file readable"
    case .notAFile, .folderWithoutList, .notAList, .empty: "Put a recorded list there"
    case .tooLarge: "Shorten the list"
    case .unreadable: "Check the disk"
    case .malformed: "Fix the file"
    case .noSuchSystem: ""
    }
  }
}
