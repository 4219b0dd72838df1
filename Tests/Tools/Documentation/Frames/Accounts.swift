import Accounts
import Reprise

enum Route: AppRoute {
  case records
}

@MainActor func records(of unlocked: ServerAccount) -> Application<Route> {
  Application("records", root: Route.records) { _ in TextController(title: "Records") { _ in } }
}

@MainActor func launch(_ arguments: Arguments) throws -> LaunchConfiguration<Route> {
  // The block.
}
