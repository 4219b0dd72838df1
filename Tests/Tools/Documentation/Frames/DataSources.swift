import Accounts
import Reprise

struct Visit: Hashable, Sendable {
  var id: String
}

struct LabClient: DataClient {
  let connection: Connection
  var sources: SourceChain

  func cacheOnly() -> LabClient? { nil }
  func visits(of patient: String) async throws -> [Visit] { [] }
}

@MainActor func visits(
  of patient: String, _ client: LabClient, _ columns: [Column<Visit>],
  now: @escaping @Sendable () -> Timestamp
) {
  // The block.
}
