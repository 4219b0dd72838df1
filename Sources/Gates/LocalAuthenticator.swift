import Sealing
public import Servers
public import Values
import Vaults

/// An authenticator without a server: the first password that the user types creates the vault, and
/// opens it from then on.
@MainActor public struct LocalAuthenticator: Authenticator {
  private let settings: ServerSettings

  /// Creates the authenticator of an application without a server.
  ///
  ///     LocalAuthenticator(try ServerSettings(application: "journal", arguments))
  public init(_ settings: ServerSettings) { self.settings = settings }

  public var account: Account? { Account(server: settings.application) }
  public func isKept(_ account: Account) -> Bool { settings.isKept(account) }

  public func greeting(_ account: Account, isLocked: Bool) async throws -> String {
    isKept(account) || isLocked
      ? "The password unlocks the data saved here."
      : "Nothing is saved here yet. The password that you type now encrypts what is; nobody can tell it "
        + "to you again."
  }

  public func passwordCommand(for account: Account) -> String? { settings.ownPasswordCommand }

  public func open(
    _ account: Account, _ password: Secret, key: [UInt8]?
  ) async throws -> AuthenticationResult {
    let directory = try settings.vaultDirectory(of: account)
    if let opened = try await settings.open(directory, password, key) {
      return AuthenticationResult(opened)
    }
    return AuthenticationResult(
      settings.keepsVaults
        ? try await directory.make(password) : try await directory.unkept(password))
  }

  public func refusal(
    _ error: any Error, ofRun: Bool, isLocked: Bool
  ) -> PasswordRefusal? {
    guard case SealingError.wrongPassword = error else { return nil }
    return ofRun ? .byRun : isLocked ? .whileLocked : .byVault
  }

  public func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate)
    -> AccountSession
  {
    AccountSession(
      opened, vault: settings.keepsVaults ? opened.vault : nil, Connections(settings), delegate)
  }
}
