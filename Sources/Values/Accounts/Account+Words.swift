extension Account {
  /// The account of the sessions with demo data. Sessions on disk call it so.
  public static let demoData = Account(server: "unplugged built-in")

  /// The account as a person reads it: `luca at https://example.com`.
  public var words: String {
    guard user.isEmpty else { return "\(user) at \(server)" }
    return self == .demoData ? "demo data" : server
  }
}
