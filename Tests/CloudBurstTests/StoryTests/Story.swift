import Reprise
import RepriseTesting

@testable import CloudBurst

/// A session of the viewer on recorded answers, its times in UTC wherever the tests run.
@MainActor func cloudBurst(
  unplugged path: String? = nil, size: Size = Size(rows: 24, columns: 80),
  store: any SnapshotStore = InMemorySnapshotStore()
) async throws -> TestSession<Route> {
  try await TestSession(Viewer.test(unplugged: path).application, size: size, store: store)
}

extension Viewer {
  /// A viewer without a home, which keeps nothing but what a test gives it.
  static func test(
    isUnplugged: Bool = true, unplugged path: String? = nil, target: Target = Target()
  ) throws -> Viewer {
    Viewer(
      Connections(try LiveSettings(application: "cloudburst", Arguments(), environment: [:])),
      isUnplugged: isUnplugged, recording: path, target: target, zone: .utc,
      folder: "/nonexistent")
  }
}
