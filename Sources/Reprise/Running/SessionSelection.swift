import Accounts

/// The session that an application with sign-in opens at each unlock.
@MainActor struct SessionSelection {
  /// The session's name; `nil` for the usual one.
  private(set) var name: String?
  /// Whether the user named the session at sign-in. A session that was opened because the requested
  /// one was in use doesn't count as named, so another one may be opened instead.
  private(set) var isNamed = false

  /// Sets the name that the user entered at sign-in; `nil` if there was no such field.
  mutating func take(typed name: String?) {
    guard let name else { return }
    self = SessionSelection(name: name, isNamed: name != SignIn.mainSession)
  }

  /// Sets the name of the opened session, which the next unlock opens again.
  mutating func take(opened name: String?) { self.name = name ?? self.name }
}
