import Accounts
import Foundation
import Reprise
import RepriseTesting
import Restoration

@testable import CloudBurst

extension DemoData {
  /// Fourteen systems that are hard to show, in place of the demo data: hostile bytes, Italian and
  /// Japanese texts, two of one name, dangling links, none of anything.
  static let fourteen = DemoData(
    (try? Data(contentsOf: fixtures.appending(path: "fourteen-systems.json"))).map { Array($0) }
      ?? []
  )

  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")
}

/// A session of the viewer on recorded answers, with their list open, its times in UTC wherever the
/// tests run. Its exports go to `directory`; where there is none nothing can be written.
@MainActor func cloudBurst(
  unplugged path: String? = nil, size: Size = Size(rows: 24, columns: 80),
  store: any SnapshotStore = InMemorySnapshotStore(), directory: TemporaryDirectory? = nil,
  demoData: DemoData = .fourteen
) async throws -> TestSession<Route> {
  try await TestSession(
    Viewer.test(
      unplugged: path, target: Target(origin: .unplugged),
      directory: directory?.path ?? SafeEnvironment.nowhere, demoData: demoData
    ).application, size: size, store: store)
}

extension Viewer {
  /// A viewer without a home, which keeps nothing but what a test gives it.
  static func test(
    unplugged path: String? = nil, target: Target = Target(),
    directory: String = SafeEnvironment.nowhere, demoData: DemoData = .fourteen
  ) throws -> Viewer {
    Viewer(
      Connections(try ServerSettings(application: "cloudburst", Arguments(), environment: [:])),
      recording: path, target: target, zone: .utc, directory: directory, demoData: demoData)
  }
}
