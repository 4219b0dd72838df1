import Foundation
import Networking
public import Screens
import Sealing
public import Values

/// What stands before an application that keeps what is nobody else's business: which server, which user, and the password that opens
/// what is kept of them here, or that the server accepts if nothing is.
@MainActor public struct Gate {
  let settings: LiveSettings
  let configuration: Connections.Configuration
  /// The recording that it stands before; nil before a server.
  let played: RecordingFolder?
  /// What the application keeps, beside what all do.
  let kinds: [KeptKind]
  let zone: Zone
  let time: Timekeeper

  /// - Parameter kinds: What the application keeps in its vaults, so that it can be said before it is erased.
  public init(
    _ settings: LiveSettings, _ configuration: Connections.Configuration,
    keeping kinds: [KeptKind] = [], zone: Zone = .local, time: Timekeeper = .system
  ) {
    self.init(settings, configuration, keeping: kinds, zone: zone, time: time, playing: nil)
  }

  init(
    _ settings: LiveSettings, _ configuration: Connections.Configuration,
    keeping kinds: [KeptKind], zone: Zone, time: Timekeeper, playing played: RecordingFolder?
  ) {
    self.played = played
    self.settings = settings
    self.configuration = configuration
    self.kinds = kinds
    self.zone = zone
    self.time = time
  }

  /// Whether what is opened is to be kept.
  private var keeps: Bool { settings.keepsAnswers && settings.folder != nil }

  /// Where an account's things are kept. Throws `SealingProblem` where nothing can be sealed.
  func folder(of account: Account) throws -> VaultFolder {
    try VaultFolder(of: account, in: settings.folder ?? "")
  }

  /// What is kept here, of whomever, as far as this run may open it.
  var vaults: [VaultFolder] {
    settings.folder.map { keeps ? VaultFolder.all(in: $0) : [] } ?? []
  }

  /// The vault that a password opens; a new one if nothing is kept and the server accepts the password. If the person wants a recording it
  /// is opened too, or begun.
  ///
  /// `key` is that of a run which keeps nothing, while it is locked. Throws `SealingProblem`, `VaultProblem`, `HTTPProblem`, and what
  /// `logIn` of the configuration throws; `RecordingProblem` and `FixtureProblem` for the recording.
  func open(_ account: Account, _ password: Secret, key: [UInt8]? = nil) async throws -> Vault {
    let vault = try await openVault(account, password, key: key)
    guard let path = settings.recordFolder else { return vault }
    return vault.with(
      try await RecordingFolder(path).record(
        account, by: settings.application, with: password, at: time.now()))
  }

  private func openVault(
    _ account: Account, _ password: Secret, key: [UInt8]?
  ) async throws -> Vault {
    let folder = try folder(of: account)
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
  var known: [Account] {
    (settings.recent.accounts + settings.profiles.map(\.account)).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// Makes sure that an account's server is there and trusted. Nothing is sent. Throws `HTTPProblem` or `TrustProblem`.
  func check(_ account: Account) async throws {
    try await Connections(settings, configuration).connection(account).check()
  }

  /// The password that a command of the user's gives; nil without such a command.
  func password(of account: Account) async throws -> Secret? {
    guard let command = settings.passwordCommand(for: account) else { return nil }
    return try await PasswordCommand(command, environment: settings.environment).source.password()
  }
}
