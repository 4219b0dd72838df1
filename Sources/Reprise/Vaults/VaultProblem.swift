import Foundation
import Restoration

/// Why what is to be kept can't be, or what is kept can't be read.
///
/// To keep the session alone elsewhere helps nobody here: the key and all the rest lie in the same folder.
struct VaultProblem: ExitCoded {
  let problem: SnapshotProblem

  var errorDescription: String? { problem.errorDescription }

  var recoverySuggestion: String? {
    switch problem {
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT):
      "Free some space, or save nothing: --ephemeral."
    case .system, .unsafe:
      "Check the folder and its permissions, name another in XDG_STATE_HOME, or use --ephemeral."
    default: problem.recoverySuggestion
    }
  }

  var exitCode: ExitCode { ExitCode(problem) }
}
