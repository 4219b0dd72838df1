import Controllers
public import Core
import Networking
public import Screens

extension SignIn {
  /// Creates the sign-in as an application of its own, which runs before the actual application or
  /// while it is locked. It shows no personal data except user names.
  ///
  /// - Parameters:
  ///   - name: The program's name, the same as that of the actual application.
  ///   - title: The name at the left of the top line.
  ///   - version: The program's version, which is written into the sign-in's snapshots.
  ///   - account: The account to sign in to; `nil` if the user enters it.
  ///   - key: The encryption key of the locked application, which is needed if no file contains it;
  ///     `nil` if no application is locked.
  ///   - isLocked: Whether a running application is locked. If so, the user has to type the
  ///     password, and no password command supplies it.
  ///   - delegate: The actual application, which continues with the opened vault.
  public func application(
    _ name: String, title: String, version: String, for account: Account? = nil,
    key: [UInt8]? = nil, isLocked: Bool = false, delegate: any SignInDelegate
  ) -> Application<SignInRoute> {
    // Before the user types.
    CoreDumps.forbid()
    let model = SignInModel(
      signIn: self, account: account, key: key, isLocked: isLocked, delegate: delegate)
    var application = Application<SignInRoute>(
      name, title: title, version: version, root: .gate, banner: settings.warning
    ) { route in
      switch route {
      case .gate: screen(model)
      case .erasure(let account): erasureScreen(of: account)
      case .certificate(let unknown):
        authenticator.certificateScreen(for: unknown) ?? screen(model)
      }
    }
    application.keepsLaunchImage = false
    return application
  }

  private func screen(_ model: SignInModel) -> any Screen {
    let account = model.account
    let candidates = account == nil ? self.candidates : []
    let first =
      account ?? settings.account ?? authenticator.known.first ?? candidates.first?.account
    // If nothing is stored, the server checks the password.
    let opensStoredData = model.isLocked || account.map { authenticator.isStored($0) } == true
    return StartController(
      title: model.isLocked ? "Locked" : "",
      fields: (account == nil ? fields(first, candidates) : [])
        + [Field("password", label: "Password", isSecret: true)],
      buttons: [
        FormButton("unlock", title: opensStoredData ? "Unlock" : "Log in", needsFields: true) {
          input, _ in await model.enter(input)
        },
        FormButton("aside", title: "Set aside", needsFields: true, isOffered: true) { input, _ in
          await model.quarantine(input)
        },
        FormButton("forgotten", title: "Forgotten", isOffered: true) { input, navigator in
          if let account = model.account(input) {
            navigator.push(SignInRoute.erasure(of: account))
          }
          return FormButton.Outcome()
        },
      ],
      focusID: first.map { $0.user.isEmpty && account == nil ? "user" : "password" } ?? "server",
      submitID: "unlock", isFirstScreen: true,
      choices: { account == nil ? choices(self.candidates) : nil },
      onResult: { result in
        guard result.question == SignIn.erased else { return FormButton.Outcome() }
        return FormButton.Outcome(
          report: StatusMessage(
            "Erased: nothing is saved here for \(result.choiceID)."
              + (authenticator.checksWithServer ? " The server checks the password now." : "")
          ), nextID: "password", emptiesSecrets: true)
      },
      source: { await model.begin() })
  }

  private func fields(_ first: Account?, _ candidates: [Candidate]) -> [Field] {
    let requestedSession = settings.sessionName
    // Most users have a single session, and the field would only confuse them.
    let hasOthers =
      requestedSession.map { name in candidates.contains { ($0.session ?? name) != name } } ?? false
    return [
      Field(
        "server", label: "Server", placeholder: examples.server,
        initial: first.map { authenticator.typed($0) } ?? "",
        problem: { [authenticator] in authenticator.problem(ofServer: $0) },
        savable: { ServerAddress.withoutUser($0) }),
      Field("user", label: "User", placeholder: examples.user, initial: first?.user ?? ""),
    ]
      + (hasOthers
        ? [
          Field(
            "session", label: "Session", placeholder: SignIn.mainSession,
            initial: requestedSession == SignIn.mainSession ? "" : requestedSession ?? "")
        ] : [])
  }
}
