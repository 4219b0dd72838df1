import Controllers
import Foundation
import Networking
public import Screens
public import Values
import Vaults

extension Connections {
  /// Asks for an account's password, and answers the screen below when there is one. The password is never saved, unless the person wants
  /// the desktop's keyring to remember it.
  public func passwordScreen(for account: Account, isRefused: Bool) -> any Screen {
    // Before the first key.
    CoreDumps.forbid()
    connection(account).noteAsked()
    let remember = keyring.map { keyring in
      FormButton("remember", title: "Log in and remember") { [weak self] input, navigator in
        guard let password = Self.password(input, navigator) else {
          return FormButton.Outcome(nextID: "password")
        }
        do {
          try await keyring.remember(password, for: account)
        } catch {
          return FormButton.Outcome(problem: "The password isn't remembered", error)
        }
        self?.use(password, from: keyring.source(for: account), for: account, navigator)
        return FormButton.Outcome()
      }
    }
    // Where something is kept, it goes on opening with the password before.
    let logIn = FormButton("login", title: vault == nil ? "Log in" : "Only log in") {
      [weak self] input, navigator in
      guard let password = Self.password(input, navigator) else {
        return FormButton.Outcome(nextID: "password")
      }
      self?.use(password, for: account, navigator)
      return FormButton.Outcome()
    }
    let takeOver = vault.map { vault in
      FormButton("seal", title: "Log in and re-encrypt") { [weak self] input, navigator in
        guard let self, let password = Self.password(input, navigator) else {
          return FormButton.Outcome(nextID: "password")
        }
        return await self.seal(vault, with: password, navigator)
      }
    }
    let form = FormController(
      title: "Password",
      fields: [Field("password", label: "Password", isSecret: true)],
      buttons: [takeOver, logIn, remember].compactMap(\.self),
      submitID: vault == nil ? "login" : "seal",
      // A session must not say another server's name above the field.
      asksForConsent: true,
      source: { [settings, connection = connection(account), choice = vault.map { _ in choice }] in
        let hasCommand = settings.passwordCommand(for: account) != nil
        return FormButton.Outcome(
          report: Self.report(
            account, isRefused, choice, hasCommand: hasCommand, isGivenUp: connection.isGivenUp))
      })
    form.isPrompt = true
    return form
  }

  /// The password that was typed; nil, and a sentence, if nothing was.
  private static func password(_ input: FormInput, _ navigator: Navigator) -> Secret? {
    if let password = input.secrets["password"], !password.isEmpty { return password }
    navigator.notify("Enter the password.")
    return nil
  }

  private func use(
    _ password: Secret, from source: PasswordSource? = nil, for account: Account,
    _ navigator: Navigator
  ) {
    connection(account).use(password, from: source)
    navigator.answer(.recovered)
  }

  /// Has the password that the server takes now open the vault, too. One that the server doesn't take changes nothing.
  private func seal(
    _ vault: Vault, with password: Secret, _ navigator: Navigator
  ) async -> FormButton.Outcome {
    let connection = connection(vault.account)
    connection.use(password)
    do {
      try await configuration.logIn(connection)
      try await vault.use(password)
    } catch {
      let isRefused = if case HTTPError.unauthorized = error { true } else { false }
      // Of a vault whose key is gone nothing opens with any password.
      let isKept = (try? vault.requireKept()) != nil
      return FormButton.Outcome(
        report: StatusMessage(
          problem: isKept
            ? "The data saved here still opens with the old password" : "Could not re-encrypt",
          error),
        nextID: isRefused ? "password" : nil, emptiesSecrets: isRefused)
    }
    navigator.answer(.recovered)
    return FormButton.Outcome()
  }

  /// The sentence about the data saved here, which opens with the password before.
  private var choice: String {
    """
    “Log in and re-encrypt” makes it unlock the data saved here, too; after “Only log in” the next \
    start asks for the old one.
    """
      // A recording is opened by the password that it was begun with.
      + (recording == nil ? "" : " Once it is re-encrypted, recording stops when you lock.")
  }

  /// The text above the field: the account, and what the password is used for.
  private static func report(
    _ account: Account, _ isRefused: Bool, _ choice: String?, hasCommand: Bool, isGivenUp: Bool
  ) -> StatusMessage {
    let server = ServerAddress(account.server, allowsHTTP: true)
    let sentence = "\(account.user) at \(server?.name ?? account.server)"
    guard isRefused else {
      let source = hasCommand ? "the password command" : "the keyring"
      let again =
        isGivenUp ? "You gave up waiting for \(source); Esc, then r asks it again. " : ""
      let end = again + (choice ?? "Kept in memory only, until you quit.")
      return StatusMessage("For \(sentence). \(end)")
    }
    return StatusMessage(
      problem: "Wrong user or password",
      Refusal(account: sentence, hasCommand: hasCommand, choice: choice))
  }

  private struct Refusal: LocalizedError {
    let account: String
    let hasCommand: Bool
    let choice: String?
    var errorDescription: String? {
      hasCommand
        ? "The server refused the password command's password for \(account)."
        : "It was for \(account)."
    }
    var recoverySuggestion: String? {
      let end = "Esc goes back to where you were."
      return choice.map { "Type the current one. \($0) \(end)" }
        ?? (hasCommand ? "Type the current one; \(end)" : "Type it again; \(end)")
    }
  }
}
