import Networking
import Sealing
public import Servers
public import Values
public import Vaults

/// A recording, which its own password opens. No server is needed.
@MainActor public struct RecordingAuthenticator: Authenticator {
  private let recording: RecordingDirectory
  private let settings: ServerSettings

  /// A gatekeeper of a recording.
  ///
  ///     RecordingAuthenticator(RecordingDirectory("lessons/week"), settings)
  public init(_ recording: RecordingDirectory, _ settings: ServerSettings) {
    self.recording = recording
    self.settings = settings
  }

  /// The account that stands for the recording. No server is called so.
  public var account: Account? { recording.account }
  public func isKept(_ account: Account) -> Bool { true }

  public func greeting(_ account: Account, isLocked: Bool) async throws -> String {
    "The recording \(recording.path) is encrypted. The password it was recorded with opens it; no "
      + "server is needed."
  }

  public func passwordCommand(for account: Account) -> String? { settings.ownPasswordCommand }

  /// Opens the recording, and the place of the person in it.
  ///
  /// The place is sealed with the recording's own key, in the application's own folder: so the recording's may be one that can't be
  /// written, a recording that was moved is the same, and one that was made anew isn't.
  public func open(
    _ account: Account, _ password: Secret, key: [UInt8]?
  ) async throws -> AuthenticationResult {
    let opened =
      if let key {
        try await recording.open(key, password, settings.application)
      } else {
        try await recording.open(password, by: settings.application)
      }
    let id = opened.vault.name(of: "place")
    let directory = VaultDirectory(
      of: Account(server: "unplugged \(id)"), at: "\(settings.directory ?? "")/played/\(id)")
    return AuthenticationResult(opened.vault.moved(to: directory), recording: opened)
  }

  public func refusal(
    _ error: any Error, ofRun: Bool, isLocked: Bool
  ) -> PasswordRefusal? {
    switch error {
    case SealingError.wrongPassword: .byRecording(recording.path)
    case RecordingError.wrongPassword(let path): .byRecording(path)
    default: nil
    }
  }

  public func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate)
    -> AccountSession
  {
    AccountSession(
      opened, vault: settings.keepsVaults ? opened.vault : nil, Connections(settings),
      played: opened.recording,
      delegate)
  }
}
