import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// How every screen looks, at the two sizes that most terminals have between them.
@MainActor @Suite struct GoldenTests {
  /// A screen, and the keys that lead to it.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [Key]
    var testDescription: String { name }
  }

  nonisolated static let scenes = [
    Scene(name: "start", keys: []),
    Scene(name: "list", keys: [.enter, "j"]),
    Scene(name: "filter", keys: [.enter, "/", "w", "a", "s"]),
    Scene(name: "filtered", keys: [.enter, "/", "w", "a", "s", .enter]),
    Scene(name: "sort", keys: [.enter, "s"]),
    Scene(name: "detail", keys: [.enter, "j", "j", .enter]),
    Scene(name: "machine", keys: [.enter, "j", "j", .enter, .tab, .tab, .enter]),
    Scene(name: "raw", keys: [.enter, "j", "j", "y"]),
    Scene(name: "help", keys: [.enter, "?"]),
  ]

  @Test(arguments: scenes, [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func looksAsItDid(scene: Scene, size: Size) async throws {
    let session = try await cloudBurst(size: size)
    for key in scene.keys { await session.press(key) }
    try assertGolden(session.frame, "\(scene.name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  @Test(arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func aProblemLooksAsItDid(size: Size) async throws {
    let session = try await cloudBurst(unplugged: "/nowhere/list.json", size: size)
    try assertGolden(session.frame, "problem-\(size.rows)x\(size.columns)", suite: "Screens")
  }
}
