import Reprise
import RepriseTesting
import Restoration

@testable import Patients

/// A session of the viewer, its times in UTC wherever the tests run.
@MainActor func patients(
  size: Size = Size(rows: 24, columns: 80), store: any SnapshotStore = InMemorySnapshotStore()
) async throws -> TestSession<Route> {
  try await TestSession(
    Viewer(unplugged: .unplugged(zone: .utc)).application, size: size, store: store)
}

extension TestSession<Route> {
  /// From the start to the patient that a text finds first.
  func open(_ text: String) async {
    await press(.enter)
    await type(text)
    await press(.enter)
  }
}
