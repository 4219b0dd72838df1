import Core
import Restoration
import Screens

/// Finds the servers that an application's routes name.
struct RouteServers: Sendable {
  /// Returns the servers that an encoded route names; an empty array if the application can't
  /// decode it.
  let servers: @Sendable (JSON) -> [String]

  init<Route: AppRoute>(of type: Route.Type) {
    servers = { (try? StateCoder.decode(Route.self, from: $0))?.namedServers ?? [] }
  }
}
