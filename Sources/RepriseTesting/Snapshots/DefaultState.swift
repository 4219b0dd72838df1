import Controllers
import Restoration
import Screens

/// What the state of a saved screen is in the beginning: every key that it has today.
@MainActor func defaultState<Route: AppRoute>(
  of entry: Snapshot.Entry, _ application: Application<Route>
) throws -> [JSON.Member] {
  guard let contents = entry.contents else { return [] }
  let screen: any Screen =
    switch contents.route {
    case .application(let json):
      application.screen(try StateCoder.decode(Route.self, from: json))
    case .framework(let json):
      FrameworkScreens.standard.screen(try StateCoder.decode(FrameworkRoute.self, from: json))
    }
  return try defaultState(of: screen).members ?? []
}

@MainActor private func defaultState<S: Screen>(of screen: S) throws -> JSON {
  try StateCoder.encode(S.State())
}
