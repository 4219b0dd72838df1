/// The run of an application behind a gate, which goes on with the vault that the gate opened.
@MainActor public protocol SignInDelegate: AnyObject {
  /// Goes on with the opened vault. An error is shown at the gate, which stays shut.
  func gateDidOpen(_ opened: AuthenticationResult) throws

  /// Deletes everything that is kept of an account, and goes back to the gate. Throws `VaultError`, and then the application goes on.
  func eraseAndLeave(_ opened: AuthenticationResult) throws
}
