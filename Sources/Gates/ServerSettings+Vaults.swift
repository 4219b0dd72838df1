import Networking
public import Servers
public import Values
public import Vaults

extension ServerSettings {
  /// True if vaults are kept for the next run.
  var keepsVaults: Bool { keepsAnswers && directory != nil }

  /// The vaults of the application, as far as this run may open them, by name. Throws
  /// `VaultError`.
  var vaults: [VaultDirectory] {
    get throws { try directory.map { keepsVaults ? try VaultDirectory.all(in: $0) : [] } ?? [] }
  }

  /// The vault of an account; nil if there is none that this run may open.
  ///
  /// For commands, which have no gate: what the screens keep serves them, too. Throws
  /// `VaultError` if that can't be told.
  ///
  ///     let vault = try await settings.vault(of: account)?.open(connection.password())
  public func vault(of account: Account) throws -> VaultDirectory? {
    try vaults.first { $0.account == account }
  }

  /// Tells whether something is kept of an account, be it with a key that is damaged. Where that
  /// can't be told, opening it says why.
  func isKept(_ account: Account) -> Bool {
    ((try? vault(of: account)) ?? nil) != nil
      || keepsVaults && (try? vaultDirectory(of: account).isMade()) == true
  }

  /// Opens a vault that is there already, or that of a locked run, which holds `key`; nil if there is none to open.
  nonisolated(nonsending) func open(
    _ directory: VaultDirectory, _ password: Secret, _ key: [UInt8]?
  ) async throws -> Vault? {
    guard let key else {
      return try keepsVaults && directory.isMade() ? try await directory.open(password) : nil
    }
    return keepsVaults
      ? try await directory.open(password, holding: key) : try await directory.open(key, password)
  }

  /// The folder of an account's vault, whether it is there or not. Throws `SealingError` where nothing can be sealed.
  func vaultDirectory(of account: Account) throws -> VaultDirectory {
    try VaultDirectory(of: account, in: directory ?? "")
  }

  /// The password that a command of the person's gives; nil without such a command.
  nonisolated(nonsending) func password(of command: String?) async throws -> Secret? {
    guard let command else { return nil }
    return try await PasswordCommand(command, environment: environment).source.password()
  }
}
