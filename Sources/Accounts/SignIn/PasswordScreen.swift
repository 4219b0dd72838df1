import Controllers
public import Core
import Encryption
import FoundationEssentials
import Glibc
import Networking
public import Screens

extension Connections {
  /// Returns the screen that prompts for an account's password. It closes when the user has entered
  /// one. The server checks the password with the next request, or before the screen closes if the
  /// stored data is to be encrypted with it. The password isn't saved unless the user chooses to
  /// save it in the desktop's keyring.
  ///
  /// - Parameters:
  ///   - account: The account whose password is required.
  ///   - isRefused: Whether the screen opens because the server rejected a password.
  public func passwordScreen(for account: Account, isRefused: Bool) -> any Screen {
    // Before the user types.
    CoreDumps.forbid()
    connection(account).notePrompted()
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
    // If there is a vault, it continues to open with the previous password.
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
      source: { [settings, connection = connection(account), choice = vault.map { _ in choice }] in
        let hasCommand = settings.passwordCommand(for: account) != nil
        return FormButton.Outcome(
          report: Self.report(
            account, isRefused, choice, hasCommand: hasCommand, isGivenUp: connection.isGivenUp))
      })
    form.isPrompt = true
    // A forged session must not show another server's name above the field.
    form.asksForConsent = true
    return form
  }

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
    navigator.returnResult(.recovered)
  }

  /// If the server rejects the password, nothing changes.
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
      // If the vault's key is gone, no password opens it.
      let isStored = (try? vault.requireExists()) != nil
      return FormButton.Outcome(
        report: StatusMessage(
          problem: isStored
            ? "The data saved here still opens with the old password" : "Could not re-encrypt",
          error),
        nextID: isRefused ? "password" : nil, emptiesSecrets: isRefused)
    }
    navigator.returnResult(.recovered)
    return FormButton.Outcome()
  }

  private var choice: String {
    """
    “Log in and re-encrypt” makes it unlock the data saved here, too; after “Only log in” the next \
    start asks for the old one.
    """
      // A recording opens only with the password with which it was begun.
      + (recording == nil ? "" : " Once it is re-encrypted, recording stops when you lock.")
  }

  private static func report(
    _ account: Account, _ isRefused: Bool, _ choice: String?, hasCommand: Bool, isGivenUp: Bool
  ) -> StatusMessage {
    let server = ServerAddress(account.server, allowsHTTP: true)
    let sentence = "\(account.user) at \(server?.name ?? account.server)"
    guard isRefused else {
      let source = hasCommand ? "the password command" : "the keyring"
      let again =
        isGivenUp ? "You stopped waiting for \(source); Esc, then r tries again. " : ""
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
