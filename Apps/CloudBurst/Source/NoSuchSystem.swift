import Foundation
import Reprise

/// The system doesn't exist, or has been deleted.
struct NoSuchSystem: ExitCoded, Hashable {
  let id: ResourceID
  let witness: Source

  /// The response which shows that the system doesn't exist.
  enum Source: Hashable {
    case recording
    /// A list with unreadable entries, one of which may be the system.
    case partOfList(unreadable: Int)
    /// The server's list, which doesn't contain the system.
    case list
    /// The server, which responded with 404.
    case server
  }

  var errorDescription: String? {
    switch witness {
    case .partOfList(let count):
      "This system isn't in the server's answer, of which "
        + "\(count.counted(("entry", "entries"))) can't be read."
    case .recording: "No system has the id “\(id)”."
    case .list: "This system no longer exists on the server."
    case .server: "This system no longer exists on the server (404)."
    }
  }
  var recoverySuggestion: String? { "Esc leads to the current list." }
  var exitCode: ExitCode { if case .partOfList = witness { .data } else { .noInput } }
}

extension NoSuchSystem: SourceError {
  var dataStatus: Provenance.DataStatus {
    if case .partOfList = witness { .badAnswer } else { .deleted }
  }
}
