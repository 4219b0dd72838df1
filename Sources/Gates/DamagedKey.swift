import Foundation
import Vaults

/// The problem that the key of what is saved here is damaged, with the way on that a gate offers.
struct DamagedKey: LocalizedError {
  let errorDescription: String?

  /// Words the problem; nil for another one, a later release's key among them.
  init?(_ error: any Error) {
    guard let problem = error as? VaultError, case .damagedKey = problem else { return nil }
    errorDescription = problem.errorDescription
  }

  var recoverySuggestion: String? {
    """
    Put it back from a backup. Is there none, press Set aside: what is saved here is moved, not deleted, and \
    you begin anew.
    """
  }
}
