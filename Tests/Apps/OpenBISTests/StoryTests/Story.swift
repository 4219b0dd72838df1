import Reprise
import RepriseTesting
import Restoration

@testable import OpenBIS

/// A run of the viewer on the demo data: its times are in UTC, and it waits for nobody to stop
/// typing.
@MainActor func demo(saving directory: String = "/nowhere") throws -> Viewer {
  Viewer(try .unplugged(zone: .utc), directory: directory, debounce: {})
}

/// A session of the viewer on the demo data.
@MainActor func openBIS(
  size: Size = Size(rows: 24, columns: 80), store: any SnapshotStore = InMemorySnapshotStore()
) async throws -> TestSession<Route> {
  try await TestSession(try demo().application, size: size, store: store)
}

extension Size {
  static let usual = Size(rows: 24, columns: 80)
  static let small = Size(rows: 10, columns: 40)
  static let wide = Size(rows: 50, columns: 160)
}
