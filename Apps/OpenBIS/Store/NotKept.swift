import Foundation
import Reprise

/// An answer that came and couldn't be kept: the disk is full, or the folder can't be written. It is shown all the same.
struct NotKept: Error, Sendable {
  /// The problem with the store.
  let problem: any Error

  /// Keeps something. Returns the problem if that fails.
  static func catching(_ keep: () throws -> Void) -> NotKept? {
    do {
      try keep()
      return nil
    } catch {
      return NotKept(problem: error)
    }
  }
}

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

extension NotKept: SourceProblem {
  /// The server's own: the answer is shown, though it isn't kept.
  var standing: Provenance.Standing { .current }
}

extension NotKept: LocalizedError {
  var errorDescription: String? {
    let words = (problem as? VaultProblem)?.brief ?? problem.localizedDescription
    return "Shown, but not saved for later: \(words)."
  }

  var recoverySuggestion: String? { (problem as? any LocalizedError)?.recoverySuggestion }
}
