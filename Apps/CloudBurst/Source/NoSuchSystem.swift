import Foundation
import Reprise

/// A system that was never there, or has been deleted since.
struct NoSuchSystem: ExitCoded, Hashable {
  let id: ResourceID
  let witness: Witness

  /// The one who says that it isn't there.
  enum Witness {
    case recording
    /// The server's list, which hasn't got it.
    case list
    /// The server, which answered 404.
    case server
  }

  var errorDescription: String? {
    switch witness {
    case .recording: "No system has the id “\(id)”."
    case .list: "This system no longer exists on the server."
    case .server: "This system no longer exists on the server (404)."
    }
  }
  var recoverySuggestion: String? { "Esc leads to the current list." }
  var exitCode: ExitCode { .noInput }
}

extension NoSuchSystem: SourceProblem {
  var standing: Provenance.Standing { .deleted }
}
