import Accounts
import Reprise

/// Whoever came through a gate.
@MainActor final class Passed: SignInDelegate {
  private(set) var opened: AuthenticationResult?

  var vault: Vault? { opened?.vault }

  func signInDidSucceed(_ opened: AuthenticationResult) throws { self.opened = opened }

  func eraseAndLeave(_ opened: AuthenticationResult) throws {}
}
