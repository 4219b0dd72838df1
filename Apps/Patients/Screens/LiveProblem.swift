import Foundation
import Reprise

/// There is no way to a server in this release yet, and the app says so.
struct LiveProblem: ExitCoded {
  var errorDescription: String? { "This release can't reach a server yet." }
  var recoverySuggestion: String? { "Look at the built-in, invented patients: --unplugged." }
  var exitCode: ExitCode { .unavailable }
}
