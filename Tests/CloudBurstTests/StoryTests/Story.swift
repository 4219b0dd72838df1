import Reprise
import RepriseTesting

@testable import CloudBurst

/// A session of the viewer, its times in UTC wherever the tests run.
@MainActor func cloudBurst(
  unplugged path: String? = nil, size: Size = Size(rows: 24, columns: 80),
  store: any SnapshotStore = InMemorySnapshotStore()
) async throws -> TestSession<Route> {
  try await TestSession(
    CloudBurst.application(.unplugged(path: path), zone: .utc), size: size, store: store)
}
