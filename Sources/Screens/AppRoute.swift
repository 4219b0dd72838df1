/// Identifies a screen: an enum of the application, whose cases carry ids, never records.
///
/// Snapshots, deep links and arguments can only name routes, so a file can open nothing but the
/// application's own screens. Never rename a case or a label; add new ones.
public protocol AppRoute: Codable, Hashable, Sendable {
  /// The servers this screen connects to; empty if the route names none.
  ///
  /// They are shown before a session file from another user is opened, so include every address the
  /// screen may contact.
  var namedServers: [String] { get }
}

extension AppRoute {
  /// No servers.
  public var namedServers: [String] { [] }
}
