import Reprise

enum Route: AppRoute {
  case machines
}

@MainActor func machines(site: String?) -> Application<Route> {
  Application("machines", root: Route.machines) { _ in TextController(title: "Machines") { _ in } }
}

extension Command {
  static var list: Command { Command("list", help: "List the machines") { _ in .init("") } }
}

// The block.
