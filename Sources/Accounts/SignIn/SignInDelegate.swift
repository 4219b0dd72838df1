/// The running application behind a sign-in, which continues with the vault that the sign-in has
/// opened.
@MainActor public protocol SignInDelegate: AnyObject {
  /// Continues with the opened vault. If it throws, the sign-in screen shows the error and remains.
  func gateDidOpen(_ opened: AuthenticationResult) throws

  /// Deletes everything stored about an account, and returns to the sign-in screen. If it throws
  /// `VaultError`, the application continues.
  func eraseAndLeave(_ opened: AuthenticationResult) throws
}
