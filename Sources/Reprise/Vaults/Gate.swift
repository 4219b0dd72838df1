import Foundation
import Networking
import Restoration
import Sealing

/// What stands before an application that keeps what is nobody else's business: which server, which user, and the password that opens
/// what is kept of them here, or that the server accepts if nothing is.
@MainActor public struct Gate {
  let settings: LiveSettings
  let configuration: Connections.Configuration
  /// How many seconds nobody may touch a key before the application locks itself; nil for any number.
  let idleLimit: Int?
  /// The recording that it stands before; nil before a server.
  let played: RecordingFolder?

  public init(
    _ settings: LiveSettings, _ configuration: Connections.Configuration, idleLimit: Int? = nil
  ) {
    self.init(settings, configuration, idleLimit: idleLimit, playing: nil)
  }

  init(
    _ settings: LiveSettings, _ configuration: Connections.Configuration, idleLimit: Int?,
    playing played: RecordingFolder?
  ) {
    self.settings = settings
    self.configuration = configuration
    self.idleLimit = idleLimit
    self.played = played
  }

  /// Whether what is opened is to be kept.
  private var keeps: Bool { settings.keepsAnswers && settings.folder != nil }

  func folder(of account: Principal) -> VaultFolder {
    VaultFolder(of: account, in: settings.folder ?? "")
  }

  /// The vault that a password opens; a new one if nothing is kept and the server accepts the password. If the person wants a recording it
  /// is opened too, or begun.
  ///
  /// `key` is that of a run which keeps nothing, while it is locked. Throws `SealingProblem`, `SnapshotProblem`, `HTTPProblem`, and what
  /// `logIn` of the configuration throws; `RecordingProblem` and `FixtureProblem` for the recording.
  func open(_ account: Principal, _ password: Secret, key: [UInt8]? = nil) async throws -> Vault {
    let vault = try await openVault(account, password, key: key)
    guard let path = settings.recordFolder else { return vault }
    return vault.with(
      try await RecordingFolder(path).record(
        account, by: settings.application, with: password, at: Timekeeper.system.now()))
  }

  private func openVault(
    _ account: Principal, _ password: Secret, key: [UInt8]?
  ) async throws -> Vault {
    let folder = folder(of: account)
    if let key { return try await folder.open(key, password) }
    if keeps, try folder.isMade() { return try await folder.open(password) }
    let connection = Connections(settings, configuration).connection(account)
    connection.use(password)
    try await configuration.logIn(connection)
    return keeps ? try await folder.make(password) : try await folder.unkept(password)
  }

  /// What the application gets for a vault.
  func unlocked(
    _ vault: Vault, leave: @escaping @MainActor () throws -> Void
  ) -> Unlocked {
    let kept = keeps ? vault : nil
    let recording = vault.recording
    guard played == nil else {
      return Unlocked(
        vault.account, kept, Connections(settings, configuration), played: recording, leave: leave)
    }
    let connections = Connections(settings, configuration, vault: kept, recording: recording)
    connections.connection(vault.account).use(vault.password)
    return Unlocked(vault.account, kept, connections, leave: leave)
  }

  /// The accounts to choose from, those that were used last first.
  var known: [Principal] {
    (settings.recent.accounts + settings.profiles.map(\.account)).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The password that a command of the user's gives; nil without such a command.
  func password(of account: Principal) async throws -> Secret? {
    guard let command = settings.passwordCommand(for: account) else { return nil }
    return try await PasswordCommand(command, environment: settings.environment).source.password()
  }
}
