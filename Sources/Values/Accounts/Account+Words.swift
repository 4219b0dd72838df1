extension Account {
  /// The account as a person reads it: `luca at https://example.com`.
  public var words: String {
    guard user.isEmpty else { return "\(user) at \(server)" }
    // Sessions on disk call it so.
    return server == "unplugged built-in" ? "demo data" : server
  }
}
