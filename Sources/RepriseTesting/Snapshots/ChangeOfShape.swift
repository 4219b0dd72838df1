import Controllers
import Core
import Restoration
import Screens

/// `nil` if the shape of route and state is the same as when saved today, or a migration exists.
@MainActor func changeOfShape<Route: AppRoute>(
  of entry: Snapshot.Entry, _ application: Application<Route>
) throws -> String? {
  guard let contents = entry.contents else { return "it can't be read" }
  let screen = try screen(of: contents.route, application)
  let (saved, today): (JSON, JSON) =
    switch contents.route {
    case .application(let json):
      (json, try StateCoder.encode(StateCoder.decode(Route.self, from: json)))
    case .framework(let json):
      (json, try StateCoder.encode(StateCoder.decode(FrameworkRoute.self, from: json)))
    }
  if let change = difference("its route", saved, today) { return change }
  return try changeOfState(of: screen, contents)
}

@MainActor private func changeOfState<S: Screen>(
  of screen: S, _ contents: Snapshot.Entry.Contents
) throws -> String? {
  guard contents.stateVersion == S.stateVersion else { return nil }
  let state = StateCoder.restore(S.State.self, from: contents.state).state
  return difference("its state", contents.state, try StateCoder.encode(state))
}

private func difference(_ what: String, _ saved: JSON, _ today: JSON) -> String? {
  let before = paths(in: saved, "")
  let after = paths(in: today, "")
  guard before != after else { return nil }
  let gone = before.subtracting(after).sorted()
  let new = after.subtracting(before).sorted()
  return "\(what) changed its shape without a migration: gone \(gone), new \(new)"
}

private func paths(in json: JSON, _ path: String) -> Set<String> {
  switch json {
  case .object(let members):
    members.reduce(into: [path + ": an object"]) { paths, member in
      paths.formUnion(RepriseTesting.paths(in: member.value, "\(path).\(member.key)"))
    }
  case .array(let elements):
    elements.reduce(into: [path + ": an array"]) { paths, element in
      paths.formUnion(RepriseTesting.paths(in: element, path + "[]"))
    }
  default: ["\(path): \(json.kind)"]
  }
}

/// Contains all keys that the state has today.
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
