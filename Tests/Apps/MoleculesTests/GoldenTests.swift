import Reprise
import RepriseTesting
import Testing

@testable import Molecules

/// How every screen looks, at the two sizes that most terminals have between them.
@MainActor @Suite struct GoldenTests {
  /// A screen, by the operand and the keys that lead to it.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let operand: String?
    let keys: [Key]
    var testDescription: String { name }

    init(_ name: String, _ operand: String?, _ keys: Key...) {
      self.name = name
      self.operand = operand
      self.keys = keys
    }
  }

  nonisolated static let scenes = [
    Scene("records", "drugs.sdf"), Scene("filter", "drugs.sdf", "/", "c", "a", "f"),
    Scene("columns", "drugs.sdf", "o"), Scene("structure", "drugs.sdf#1"),
    Scene("properties", "drugs.sdf#1", .tab), Scene("charges", "drugs.sdf#2"),
    Scene("ascii", "drugs.sdf#3", "a"), Scene("near", "drugs.sdf#1", "+", "+", "+", .right),
    Scene("reaction", "esterification.rxn"),
    Scene("components", "esterification.rxn", .tab), Scene("spatial", "cubane.mol", ">", "}"),
    Scene("source", "aspirin.mol", "y"), Scene("export", "aspirin.mol", "e"),
    Scene("openwith", "aspirin.mol", "o"),
    Scene("gone", "nothing.sdf"), Scene("open", nil, "o"), Scene("help", "drugs.sdf#1", "?"),
  ]

  @Test(
    "molecules screens look as in their goldens", arguments: scenes,
    [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40), Size(rows: 50, columns: 160)])
  func looksAsItDid(scene: Scene, size: Size) async throws {
    let samples = try SampleDirectory()
    // Whatever folder it was, its name doesn't stand on the screen.
    if scene.name == "gone" { return try await gone(size) }
    let session = try await samples.session(scene.operand, size: size)
    for key in scene.keys { await session.press(key) }
    try assertGolden(
      session.frame, "\(scene.name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  private func gone(_ size: Size) async throws {
    let session = try await TestSession(
      Viewer(target: Target("/nowhere/drugs.sdf", directory: "/"), zone: .utc, directory: "/")
        .application, size: size)
    try assertGolden(session.frame, "gone-\(size.rows)x\(size.columns)", suite: "Screens")
  }
}
