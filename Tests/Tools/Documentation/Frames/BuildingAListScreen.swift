import Reprise

enum Route: AppRoute {
  case machine(id: String)
}

@MainActor func fetch(isRefresh: Bool) async throws -> [Machine] { [] }

// The block.
