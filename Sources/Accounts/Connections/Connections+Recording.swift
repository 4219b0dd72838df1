public import Core
public import Encryption
import Networking
import Screens

extension Connections {
  /// Creates connections that record an account's responses, encrypted, if the settings name a
  /// directory for that. For commands, which have no sign-in screen: if no source knows the
  /// password, the user is prompted at the terminal.
  ///
  /// Throws `HTTPError`, `RecordingError`, `ReplayError`, `SealingError`, and the errors of
  /// the configuration's `logIn`.
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
    // First, so that the recording is never encrypted with a wrong password.
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
  /// Opens a recording for a command, which has no sign-in screen. The password comes from the
  /// user's password command, or from a prompt at the terminal. Throws `RecordingError`,
  /// `SealingError` and `PasswordError`.
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
