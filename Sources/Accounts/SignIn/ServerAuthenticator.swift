import Controllers
public import Core
import Encryption
import FoundationEssentials
import Glibc
import Networking
import Restoration
public import Screens

/// An authenticator that checks passwords with a server. The users' vaults on this machine open
/// with the password alone, without the server.
@MainActor public struct ServerAuthenticator: Authenticator {
  let settings: ServerSettings
  let configuration: Connections.Configuration
  private let zone: Zone
  private let time: WallClock

  /// Creates an authenticator for the servers of the settings.
  ///
  ///     ServerAuthenticator(settings, OpenMRSClient.configuration)
  public init(
    _ settings: ServerSettings, _ configuration: Connections.Configuration, zone: Zone = .local,
    time: WallClock = .system
  ) {
    self.settings = settings
    self.configuration = configuration
    self.zone = zone
    self.time = time
  }

  public var account: Account? {
    settings.account.flatMap { $0.user.isEmpty ? nil : $0 }
  }

  public var known: [Account] {
    (settings.recent.accounts + settings.profiles.map(\.account)).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  public var checksWithServer: Bool { true }

  public func isStored(_ account: Account) -> Bool { settings.isStored(account) }

  private var connections: Connections { Connections(settings, configuration) }

  public func greeting(_ account: Account, isLocked: Bool) async throws -> String {
    let accountName = "\(account.user) at \(name(of: account))"
    let vault = try settings.vault(of: account)
    guard isStored(account) || isLocked else {
      // The server has to check the password, so its certificate is checked before the user types
      // one.
      try await connections.connection(account).check()
      let storageNote =
        settings.storesVaults ? "Nothing is saved here yet" : "This run saves nothing"
      return "For \(accountName). \(storageNote): the server checks the password."
    }
    // A user who has locked the application knows when that was.
    let dates = isLocked ? [] : vault?.sessionStore().dates ?? []
    let date = dates.first { $0.name == settings.sessionName }?.writtenAt
    let saved = date.map { " Last saved \(zone.clockTime($0, now: time.now()))." } ?? ""
    return "For \(accountName). The password unlocks the data saved here, also without the server."
      + saved
  }

  public func passwordCommand(for account: Account) -> String? {
    settings.passwordCommand(for: account)
  }

  public func open(
    _ account: Account, _ password: Secret, key: [UInt8]?
  ) async throws -> AuthenticationResult {
    let vault = try await vault(account, password, key)
    let damage = settings.recent.note(account)
    guard let path = settings.recordDirectory else {
      return AuthenticationResult(vault, notice: damage)
    }
    do {
      let recording = try await RecordingDirectory(path).record(
        account, by: settings.application, with: password, at: time.now())
      return AuthenticationResult(vault, recording: recording, notice: damage)
    } catch let error where key != nil {
      // The session of a locked run may exist in memory only, so an error of the recording must not
      // lose it.
      let stopped = "Recording stopped: \(Self.sentences(error))"
      return AuthenticationResult(
        vault, notice: [stopped, damage].compactMap(\.self).joined(separator: " "))
    }
  }

  private static func sentences(_ error: any Error) -> String {
    let advice = (error as? any LocalizedError)?.recoverySuggestion
    return [error.message, advice].compactMap(\.self).joined(separator: " ")
  }

  private func vault(
    _ account: Account, _ password: Secret, _ key: [UInt8]?
  ) async throws -> Vault {
    let directory = try settings.vaultDirectory(of: account)
    if let opened = try await settings.open(directory, password, key) { return opened }
    let connection = connections.connection(account)
    connection.use(password)
    try await configuration.logIn(connection)
    return settings.storesVaults
      ? try await directory.make(password) : try await directory.makeUnstored(password)
  }

  public func refusal(
    _ error: any Error, ofRun: Bool, isLocked: Bool
  ) -> PasswordRefusal? {
    switch error {
    case HTTPError.unauthorized: .byServer
    case SealingError.wrongPassword: ofRun ? .byRun : isLocked ? .whileLocked : .byVault
    default: nil
    }
  }

  public func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate)
    -> ServerAccount
  {
    let storedVault = settings.storesVaults ? opened.vault : nil
    var configuration = configuration
    // A stopped recording is encrypted, so no unencrypted responses may be written next to it.
    if settings.recordDirectory != nil, opened.recording == nil {
      configuration.cachesResponses = false
    }
    let connections = Connections(
      settings, configuration, vault: storedVault, recording: opened.recording)
    connections.connection(opened.account).use(opened.vault.password)
    return ServerAccount(
      opened.account, connections, vault: storedVault,
      eraseAndLeave: { try delegate.eraseAndLeave(opened) })
  }

  // MARK: Typed servers

  public func account(server: String, user: String) -> Account? {
    guard !user.isEmpty, let address = settings.address(server) else { return nil }
    return Account(server: address.text, user: user)
  }

  public nonisolated func problem(ofServer text: String) -> String? {
    ServerAddress.problem(text, allowsHTTP: settings.allowsHTTP)
  }

  public func typed(_ account: Account) -> String {
    let candidates = [name(of: account), account.server.replacing("https://", with: "")]
    return candidates.first {
      ServerAddress($0, allowsHTTP: settings.allowsHTTP)?.text == account.server
    } ?? account.server
  }

  public func name(of account: Account) -> String {
    ServerAddress(account.server, allowsHTTP: true)?.name ?? account.server
  }

  public func certificateScreen(for unknown: UnknownCertificate) -> (any Screen)? {
    connections.certificateScreen(for: unknown)
  }
}
