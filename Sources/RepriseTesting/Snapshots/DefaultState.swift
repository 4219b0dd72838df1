import Controllers
import Core
import Restoration
import Screens

/// Returns the initial state of a saved screen, which contains all keys it has today.
@MainActor func defaultState<Route: AppRoute>(
  of entry: Snapshot.Entry, _ application: Application<Route>
) throws -> [JSON.Member] {
  guard let contents = entry.contents else { return [] }
  return try defaultState(of: screen(of: contents.route, application)).members ?? []
}

@MainActor func screen<Route: AppRoute>(
  of route: SavedRoute, _ application: Application<Route>
) throws -> any Screen {
  switch route {
  case .application(let json):
    application.screen(try StateCoder.decode(Route.self, from: json))
  case .framework(let json):
    FrameworkScreens.standard.screen(try StateCoder.decode(FrameworkRoute.self, from: json))
  }
}

@MainActor private func defaultState<S: Screen>(of screen: S) throws -> JSON {
  try StateCoder.encode(S.State())
}
