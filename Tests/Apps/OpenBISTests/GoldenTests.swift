import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// How every screen looks, in small, usual and wide windows.
@MainActor @Suite struct GoldenTests {
  /// A screen, and the keys that lead to it.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [Key]
    var testDescription: String { name }

    init(_ name: String, _ keys: Key..., typing text: String = "") {
      self.name = name
      self.keys = keys + text.map { .character($0) }
    }
  }

  nonisolated static let scenes = [
    Scene("navigation"), Scene("probes", .down, .enter, .down),
    Scene("compounds", .end, .enter, .down), Scene("probe", .down, .enter, .down, .enter),
    Scene("details", .down, .enter, .down, "d"), Scene("protocol", .enter, .down, "d"),
    Scene("target", .end, .enter, .end, "d"), Scene("missing", .down, .enter, .end, "d"),
    Scene("filter", .end, .enter, "/", typing: "tryp"), Scene("search", "f"),
    Scene("short", "f", typing: "tr"), Scene("found", "f", typing: "tryptophan"),
    Scene("nothing", "f", typing: "xyzzy"), Scene("entity", "f", typing: "\"CHEMBL493\""),
    Scene("image", .down, .enter, .down, "d", .enter), Scene("raw", .down, .enter, .down, "d", "y"),
    Scene("tree", "t", .down, .enter, .down, .enter, .down), Scene("help", .down, .enter, "?"),
  ]

  @Test("openBIS screens look as in their goldens", arguments: scenes, [Size.usual, .small, .wide])
  func looksAsItDid(scene: Scene, size: Size) async throws {
    let session = try await openBIS(size: size)
    for key in scene.keys { await session.press(key) }
    try assertGolden(
      session.frame, "\(scene.name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }
}
