import Networking
import Screens
public import Values
public import Vaults

extension Connections {
  /// Makes connections that record an account's answers, sealed, if the settings name a folder for that: for commands, which have no gate.
  /// The person is asked for the password at the terminal if nothing else knows it.
  ///
  /// Throws `HTTPError`, `RecordingError`, `ReplayError`, `SealingError`, and the errors of the configuration's `logIn`.
  public static func recording(
    _ account: Account, _ settings: ServerSettings, _ configuration: Configuration
  ) async throws -> Connections {
    let connections = Connections(settings, configuration, promptsAtTerminal: true)
    guard let path = settings.recordDirectory else { return connections }
    let directory = RecordingDirectory(path)
    try directory.requireRecordable()
    guard let password = try await connections.password(of: account) else {
      let server = connections.connection(account).server
      throw HTTPError.passwordNeeded(server: server.name, user: account.user)
    }
    // Nothing is sealed with a password that isn't the user's.
    connections.connection(account).use(password)
    try await configuration.logIn(connections.connection(account))
    let recording = try await directory.record(
      account, by: settings.application, with: password, at: WallClock.system.now())
    let recorded = Connections(settings, configuration, recording: recording)
    recorded.connection(account).use(password)
    return recorded
  }

  private func password(of account: Account) async throws -> Secret? {
    for source in passwords(account) {
      if let password = try await source.password() { return password }
    }
    return nil
  }
}

extension ServerSettings {
  /// Opens a recording for a command, which has no gate: with the password that a command of the user's gives, or that is typed at the
  /// terminal. Throws `RecordingError`, `SealingError` and `PasswordError`.
  public func open(_ directory: RecordingDirectory) async throws -> SealedRecording {
    try directory.requireSealed()
    let password =
      if let command = ownPasswordCommand {
        try await PasswordCommand(command, environment: environment).password()
      } else {
        try await TerminalPrompt().password(asking: "Password of the recording \(directory.name): ")
      }
    guard let password else { throw RecordingError.passwordNeeded(directory.path) }
    return try await directory.open(password, by: application)
  }
}
