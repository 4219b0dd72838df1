import Controllers
import Core
import Encryption
import FoundationEssentials
import Glibc
import Networking

/// The sign-in model: prompts the user, and handles the reply.
@MainActor struct SignInModel {
  let signIn: SignIn
  let account: Account?
  /// For a locked run whose key isn't in a file.
  let key: [UInt8]?
  let isLocked: Bool
  let delegate: any SignInDelegate

  private var authenticator: any Authenticator { signIn.authenticator }

  /// A locked application always prompts.
  func begin() async -> FormButton.Outcome? {
    guard let account else {
      return signIn.candidatesProblem.map { FormButton.Outcome(report: $0) }
    }
    do {
      if !isLocked,
        let password = try await signIn.settings.password(
          of: authenticator.passwordCommand(for: account))
      {
        try delegate.signInDidSucceed(try await authenticator.open(account, password, key: nil))
        return nil
      }
      return FormButton.Outcome(
        report: StatusMessage(try await authenticator.greeting(account, isLocked: isLocked)))
    } catch {
      if case .byVault? = authenticator.refusal(error, ofRun: false, isLocked: false) {
        return refused(.byVault)
      }
      return notOpened(error)
    }
  }

  func enter(_ input: FormInput) async -> FormButton.Outcome {
    guard let account = account(input) else {
      return FormButton.Outcome(
        report: StatusMessage("Enter the server's address and your user name."),
        nextID: authenticator.problem(ofServer: input.texts["server"] ?? "") == nil
          ? "user" : "server")
    }
    guard let password = input.secrets["password"], !password.isEmpty else {
      return FormButton.Outcome(report: StatusMessage("Enter the password."), nextID: "password")
    }
    do {
      var opened = try await authenticator.open(account, password, key: key)
      opened.session = input.texts["session"].map { $0.isEmpty ? SignIn.mainSession : $0 }
      try delegate.signInDidSucceed(opened)
      return FormButton.Outcome()
    } catch {
      let ofRun = key != nil && !signIn.isStored(account)
      return authenticator.refusal(error, ofRun: ofRun, isLocked: isLocked).map { refused($0) }
        ?? notOpened(error)
    }
  }

  /// Opens the vault instead if its key is valid by now.
  func quarantine(_ input: FormInput) async -> FormButton.Outcome {
    let outcome = await enter(input)
    guard outcome.report?.offer == "aside", let account = account(input) else { return outcome }
    do {
      let aside = try signIn.settings.vaultDirectory(of: account).quarantine()
      return FormButton.Outcome(
        report: StatusMessage(
          "Nothing was deleted: what was saved here is in \(aside) now."
            + (authenticator.checksWithServer ? " The server checks the password next." : "")
        ), nextID: "password")
    } catch {
      return FormButton.Outcome(report: StatusMessage(problem: "Not set aside", error))
    }
  }

  private func notOpened(_ error: any Error) -> FormButton.Outcome {
    if !isLocked, let damage = DamagedKey(error) {
      return FormButton.Outcome(
        report: StatusMessage(problem: "Could not unlock", damage, offer: "aside"))
    }
    return FormButton.Outcome(
      problem: "Could not unlock",
      RecoverableServerError.of(error, certificate: SignInRoute.certificate))
  }

  private func refused(_ refusal: PasswordRefusal) -> FormButton.Outcome {
    FormButton.Outcome(
      report: StatusMessage(
        problem: "Wrong password", refusal, offer: refusal == .byVault ? "forgotten" : nil),
      nextID: "password", emptiesSecrets: true)
  }

  func account(_ input: FormInput) -> Account? {
    account
      ?? authenticator.account(
        server: input.texts["server"] ?? "", user: input.texts["user"] ?? "")
  }
}

/// The error for a damaged key, with the recovery that the sign-in screen offers.
struct DamagedKey: LocalizedError {
  let errorDescription: String?

  /// `nil` for other errors, such as a key of a newer release.
  init?(_ error: any Error) {
    guard let problem = error as? VaultError, case .damagedKey = problem else { return nil }
    errorDescription = problem.errorDescription
  }

  var recoverySuggestion: String? {
    """
    Restore it from a backup. If there is none, press Set aside: what is saved here is moved, not deleted, and \
    you start over.
    """
  }
}
