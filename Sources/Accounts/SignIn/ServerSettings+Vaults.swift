public import Core
public import Encryption
import Networking

extension ServerSettings {
  var storesVaults: Bool { storesData && directory != nil }

  var vaults: [VaultDirectory] {
    get throws { try directory.map { storesVaults ? try VaultDirectory.all(in: $0) : [] } ?? [] }
  }

  /// Returns the encrypted storage of an account; `nil` if there is none, or the command line
  /// forbids using it.
  ///
  /// Use it for commands, which have no sign-in screen but can use the data that the screens have
  /// stored. Throws `VaultError` if the vaults can't be read.
  ///
  ///     let vault = try await settings.vault(of: account)?.open(connection.password())
  public func vault(of account: Account) throws -> VaultDirectory? {
    try vaults.first { $0.account == account }
  }

  /// True even if the key is damaged. If it can't be determined, opening the vault throws the
  /// reason.
  func isStored(_ account: Account) -> Bool {
    ((try? vault(of: account)) ?? nil) != nil
      || storesVaults && (try? vaultDirectory(of: account).isMade()) == true
  }

  nonisolated(nonsending) func open(
    _ directory: VaultDirectory, _ password: Secret, _ key: [UInt8]?
  ) async throws -> Vault? {
    guard let key else {
      return try storesVaults && directory.isMade() ? try await directory.open(password) : nil
    }
    return storesVaults
      ? try await directory.open(password, holding: key) : try await directory.open(key, password)
  }

  func vaultDirectory(of account: Account) throws -> VaultDirectory {
    try VaultDirectory(of: account, in: directory ?? "")
  }

  nonisolated(nonsending) func password(of command: String?) async throws -> Secret? {
    guard let command else { return nil }
    return try await PasswordCommand(command, environment: environment).source.password()
  }
}
