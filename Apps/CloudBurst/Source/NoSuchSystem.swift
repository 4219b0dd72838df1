import Foundation
import Reprise
import Resources

/// A system that was never there, or has been deleted since.
struct NoSuchSystem: ExitCoded, Hashable {
  let id: ResourceID

  var errorDescription: String? { "system \(id): it is not in the list." }
  var recoverySuggestion: String? { "It may have been deleted. The list shows those there are." }
  var exitCode: ExitCode { .noInput }
}
