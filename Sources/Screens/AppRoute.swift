/// The name of a screen: an enum of the application's own, whose cases carry ids, never records.
///
/// Routes are the only things that a snapshot, a deep link or an argument can name, so nothing but the application's own
/// screens can ever be opened by a file. Never rename a case or a label; add new ones.
public protocol AppRoute: Codable, Hashable, Sendable {
  /// The servers that the screen asks, as the route names them; empty if it names none.
  ///
  /// Before a session of somebody else's is opened the person is told of them: each text that the application would connect to belongs here.
  var namedServers: [String] { get }
}

extension AppRoute {
  /// No servers.
  public var namedServers: [String] { [] }
}
