import Foundation
import Reprise

/// A system that was never there, or has been deleted since.
struct NoSuchSystem: ExitCoded, Hashable {
  let id: ResourceID
  let witness: Source

  /// The one who says that it isn't there.
  enum Source: Hashable {
    case recording
    /// A list that hasn't got it among what can be read: nobody says that it isn't there.
    case partOfList(unreadable: Int)
    /// The server's list, which hasn't got it.
    case list
    /// The server, which answered 404.
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
