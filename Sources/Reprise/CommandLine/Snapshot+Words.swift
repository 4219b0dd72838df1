import Restoration
public import Values

extension Snapshot {
  /// Where a session is: the titles of its screens.
  var place: String {
    entries.map { $0.contents?.title ?? "a screen that can't be read" }
      .filter { !$0.isEmpty }.joined(separator: " › ")
  }
}

extension Account {
  /// Whom a session belongs to: `luca at https://example.com`.
  public var words: String {
    guard user.isEmpty else { return "\(user) at \(server)" }
    // Sessions on disk call it so.
    return server == "unplugged built-in" ? "demo data" : server
  }
}
