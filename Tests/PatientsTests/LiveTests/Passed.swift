import Reprise

/// Whoever came through a gate.
@MainActor final class Passed: GateDelegate {
  private(set) var opened: Opened?

  var vault: Vault? { opened?.vault }

  func gateDidOpen(_ opened: Opened) throws { self.opened = opened }

  func eraseAndLeave(_ opened: Opened) throws {}
}
