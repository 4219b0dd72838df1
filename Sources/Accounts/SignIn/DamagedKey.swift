import Encryption
import Foundation

/// The error if the key of the saved data is damaged, with the recovery that the sign-in screen
/// offers.
struct DamagedKey: LocalizedError {
  let errorDescription: String?

  /// Creates the error; `nil` for other errors, such as a key of a newer release.
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
