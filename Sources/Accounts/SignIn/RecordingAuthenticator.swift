public import Core
public import Encryption
import Networking

/// An authenticator for a recording of server responses. The recording opens with the password with
/// which it was recorded, without a server.
@MainActor public struct RecordingAuthenticator: Authenticator {
  private let recording: RecordingDirectory
  private let settings: ServerSettings

  /// Creates the authenticator of a recording.
  ///
  ///     RecordingAuthenticator(RecordingDirectory("lessons/week"), settings)
  public init(_ recording: RecordingDirectory, _ settings: ServerSettings) {
    self.recording = recording
    self.settings = settings
  }

  /// A placeholder account that stands for the recording, which has no server or user of its own.
  public var account: Account? { recording.account }
  public func isStored(_ account: Account) -> Bool { true }

  public func greeting(_ account: Account, isLocked: Bool) async throws -> String {
    "The recording \(recording.path) is encrypted. The password it was recorded with opens it; no "
      + "server is needed."
  }

  public func passwordCommand(for account: Account) -> String? { settings.ownPasswordCommand }

  /// Opens the recording, and the vault in which the user's session is stored.
  ///
  /// The session is encrypted with the recording's key, but stored in the application's directory.
  /// So the recording's directory may be read-only, and the session is still found if the recording
  /// is moved. A new recording doesn't get the session of an earlier one.
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
    -> ServerAccount
  {
    ServerAccount(
      opened.account, Connections(settings), vault: settings.storesVaults ? opened.vault : nil,
      played: opened.recording, eraseAndLeave: { try delegate.eraseAndLeave(opened) })
  }
}
