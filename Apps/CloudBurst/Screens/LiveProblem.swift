import Foundation
import Reprise

/// There is no network in this release yet, and the app says so.
struct LiveProblem: ExitCoded {
  var errorDescription: String? { "This release can't reach a server yet." }
  var recoverySuggestion: String? {
    "Use the built-in fixture, or recorded answers: --unplugged[=PATH]."
  }
  var exitCode: ExitCode { .unavailable }
}
