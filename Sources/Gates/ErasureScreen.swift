import Controllers
import Foundation
import Restoration
import Screens
import Values
import Vaults

extension SignIn {
  /// The question that tells the gate that something was erased.
  static let erased = "erased"

  /// Names everything that is kept of somebody, and erases it if the person says so: for when nobody knows the password any more.
  func erasureScreen(of account: Account) -> any Screen {
    let name = "\(account.user) at \(authenticator.name(of: account))"
    return FormController.confirmation(
      title: "Erase", keepID: "keep",
      answers: [
        FormButton("erase", title: "Erase", needsLoaded: true) { _, navigator in
          do {
            try erase(account)
            navigator.answer(ScreenResult(question: SignIn.erased, choiceID: name))
            return FormButton.Outcome()
          } catch {
            return FormButton.Outcome(report: StatusMessage(problem: "Not erased", error))
          }
        }
      ],
      text: { whatErasingDeletes(account, name) })
  }

  private func whatErasingDeletes(_ account: Account, _ name: String) -> FormButton.Outcome {
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
        \(whatErasingMeans)
        """), loaded: name)
  }

  private var whatErasingMeans: String {
    authenticator.asksServer
      ? "Erasing can't be undone; then the server checks the password again. Nothing on the server is "
        + "erased, nor any other user's data here."
      : "Erasing can't be undone. Nothing else that is saved here is erased."
  }

  /// Erases an account's vault, and nothing else. Throws `VaultError`, `SnapshotError`, and `AccountInUse`.
  private func erase(_ account: Account) throws {
    let directory = try settings.vaultDirectory(of: account)
    // Held until all is gone: who has a session open knows the password, and works with what is kept.
    let sessions = try directory.sessionDirectory.sessions().map { session in
      do {
        return try session.hold(waitsForHolder: false)
      } catch SnapshotError.inUse(let owner) {
        throw AccountInUse(owner: owner)
      }
    }
    try withExtendedLifetime(sessions) { try directory.erase() }
  }

  /// The problem that another process has the vault open.
  private struct AccountInUse: LocalizedError {
    let owner: String
    var errorDescription: String? { "It is open already: \(owner)." }
    var recoverySuggestion: String? { "Quit there first." }
  }
}
