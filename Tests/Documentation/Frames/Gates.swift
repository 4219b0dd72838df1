import Reprise

enum Route: AppRoute {
  case records
}

@MainActor func records(of unlocked: Unlocked) -> Application<Route> {
  Application("records", root: Route.records) { _ in TextController(title: "Records") { _ in } }
}

@MainActor func launch(_ arguments: Arguments) throws -> Launch<Route> {
  // The block.
}
