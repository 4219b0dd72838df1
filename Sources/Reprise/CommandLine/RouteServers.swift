import Restoration
import Screens
import Values

/// The servers that an application's routes name.
struct RouteServers: Sendable {
  /// The servers of a route in a session; none if the route isn't the application's.
  let servers: @Sendable (JSON) -> [String]

  /// Asks the routes of a type.
  init<Route: AppRoute>(of type: Route.Type) {
    servers = { (try? StateCoder.decode(Route.self, from: $0))?.namedServers ?? [] }
  }
}
