import Foundation

/// A damaged file that was set aside, in whose place the next answer is kept.
struct SetAsideFile: Error, Hashable {
  /// The file's new name.
  let name: String
  /// The reason why the file can't be read.
  let reason: String
}

extension SetAsideFile: LocalizedError {
  /// The end of a sentence.
  var errorDescription: String? {
    "a file that was saved before is damaged (\(reason)), and was set aside as \(name)"
  }

  var recoverySuggestion: String? { "What comes next is saved again." }
}
