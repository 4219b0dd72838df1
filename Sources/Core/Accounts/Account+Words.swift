extension Account {
  /// The account of sessions with demo data. Session files contain this name.
  public static let demoData = Account(server: "unplugged built-in")

  /// The account as shown to the user: `luca at https://example.com`.
  public var words: String {
    guard user.isEmpty else { return "\(user) at \(server)" }
    return self == .demoData ? "demo data" : server
  }
}
