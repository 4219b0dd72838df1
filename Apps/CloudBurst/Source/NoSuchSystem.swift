import Foundation
import Reprise

/// A system that was never there, or has been deleted since.
struct NoSuchSystem: ExitCoded, Hashable {
  let id: ResourceID
  /// True if a server was asked, and not a recording.
  let isOnServer: Bool

  var errorDescription: String? {
    isOnServer
      ? "This system no longer exists on the server (404)." : "No system has the id “\(id)”."
  }
  var recoverySuggestion: String? { "Esc leads to the current list." }
  var exitCode: ExitCode { .noInput }
}

extension NoSuchSystem: SourceProblem {
  var standing: Provenance.Standing { .deleted }
}
