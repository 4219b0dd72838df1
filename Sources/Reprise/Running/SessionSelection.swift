import Gates

/// The session that a gated run opens at each unlocking.
@MainActor struct SessionSelection {
  /// The session's name; nil for the usual one.
  private(set) var name: String?
  /// True if the person named the session at the gate. One that was given because the wanted one was in use isn't named: another one will do
  /// if it is in use, too.
  private(set) var isNamed = false

  /// Takes the name that the person typed at the gate; nil if the gate didn't ask.
  mutating func take(typed name: String?) {
    guard let name else { return }
    self = SessionSelection(name: name, isNamed: name != SignIn.mainSession)
  }

  /// Takes the name of the session that was opened: once it is locked, it is this one that is to be unlocked.
  mutating func take(opened name: String?) { self.name = name ?? self.name }
}
