import Controllers
import Core
import Encryption
import FoundationEssentials
import Glibc
import Restoration
import Screens

extension SignIn {
  static let erased = "erased"

  func erasureScreen(of account: Account) -> any Screen {
    let name = "\(account.user) at \(authenticator.name(of: account))"
    return FormController.confirmation(
      title: "Erase", cancelID: "keep",
      actions: [
        FormButton("erase", title: "Erase", needsLoaded: true) { _, navigator in
          do {
            try erase(account)
            navigator.returnResult(ScreenResult(question: SignIn.erased, choiceID: name))
            return FormButton.Outcome()
          } catch {
            return FormButton.Outcome(report: StatusMessage(problem: "Not erased", error))
          }
        }
      ],
      text: { erasureConfirmation(account, name) })
  }

  private func erasureConfirmation(_ account: Account, _ name: String) -> FormButton.Outcome {
    guard let directory = try? settings.vaultDirectory(of: account),
      (try? directory.isMade()) == true
    else {
      return FormButton.Outcome(report: StatusMessage("Nothing is saved here for \(name)."))
    }
    let contents = directory.contents(kinds)
    let list =
      contents.isEmpty ? "only the password's own key" : contents.joined(separator: ", ")
    return FormButton.Outcome(
      report: StatusMessage(
        """
        Saved here for \(name): \(list).
        \(erasureWarning)
        """), loaded: name)
  }

  private var erasureWarning: String {
    authenticator.checksWithServer
      ? "Erasing can't be undone; then the server checks the password again. Nothing on the server is "
        + "erased, nor any other user's data here."
      : "Erasing can't be undone. Nothing else that is saved here is erased."
  }

  private func erase(_ account: Account) throws {
    let directory = try settings.vaultDirectory(of: account)
    // Locked until everything is erased: a process with an open session is using the data.
    let sessions = try directory.sessionStore().sessions().map { session in
      do {
        return try session.hold(waitsForHolder: false)
      } catch SnapshotError.inUse(let owner) {
        throw AccountInUse(owner: owner)
      }
    }
    try withExtendedLifetime(sessions) { try directory.erase() }
  }

  private struct AccountInUse: LocalizedError {
    let owner: String
    var errorDescription: String? { "It is open already: \(owner)." }
    var recoverySuggestion: String? { "Quit there first." }
  }
}
