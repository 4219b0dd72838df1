import Controllers
import Foundation
import Networking
public import Restoration
public import Screens

extension Connections {
  /// Asks for an account's password, and answers the screen below when it has one. What is typed is never saved.
  public func passwordScreen(for account: Principal, isRefused: Bool) -> any Screen {
    StartController(
      title: "Password",
      fields: [Field("password", label: "Password", isSecret: true)],
      buttons: [
        StartButton("login", title: "Log in") { [weak self] input, navigator in
          guard let password = input.secrets["password"], !password.isEmpty else {
            navigator.notify("Type the password first.")
            return StartButton.Outcome(nextID: "password")
          }
          self?.connection(account).use(password)
          navigator.answer(.remedied)
          return StartButton.Outcome()
        }
      ],
      submitID: "login",
      source: { StartButton.Outcome(report: Self.report(account, isRefused)) })
  }

  private static func report(_ account: Principal, _ isRefused: Bool) -> Report {
    let server = ServerAddress(account.server, allowsHTTP: true)
    let sentence = "\(account.user) at \(server?.name ?? account.server)"
    guard isRefused else {
      return Report("For \(sentence). It is kept in memory alone, until you quit.")
    }
    return Report(problem: "The server didn't accept the password", Refusal(of: sentence))
  }

  private struct Refusal: LocalizedError {
    let account: String
    init(of account: String) { self.account = account }
    var errorDescription: String? { "It was for \(account)." }
    var recoverySuggestion: String? { "Type it again; Esc goes back to where you were." }
  }
}
