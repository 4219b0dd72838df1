import Accounts
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Patients

@MainActor @Suite(.cheapKeys) struct PatientsLawTests {
  /// Saved as it is at work: sealed, in a real file, which is read again after every event.
  @Test(
    "patients sealed: the restoration law holds for random scripts",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func everyEventOfARandomScriptIsRestoredFromASealedFile(seed: UInt64) async throws {
    let home = try TemporaryDirectory()
    let account = Account(server: "https://a.example", user: "b")
    let directory = try VaultDirectory(of: account, in: home.path)
    let vault = try await directory.make(Secret("geheim"))
    try await assertRestorable(
      Viewer(unplugged: .unplugged()).application,
      store: SnapshotFile(path: home.file("main.snapshot"), sealing: vault.sealing),
      script: .random(seed: seed, count: 400))
  }

  /// Random keys seldom find a way there, so these begin where there is most to restore.
  @Test(
    "patients in each section: the restoration law holds",
    arguments: ["1", "2", "3", "4", "5", "7", "9"] as [Character])
  func everySectionIsRestoredAfterEveryEvent(section: Character) async throws {
    let way: [Event] =
      [.key(.enter), .key(.enter)] + "otien".map { .key(.character($0)) }
      + [.key(.enter), .key(.character(section))]
    let random = RandomWay(seed: UInt64(section.asciiValue ?? 0)).prefix(120)
    try await assertRestorable(
      Viewer(unplugged: .unplugged()).application, script: .events(way + random)
    )
  }
}

/// What somebody does in a section: scrolls, filters, opens, comes back, changes the window.
private struct RandomWay: Sequence, IteratorProtocol {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> Event? {
    // xorshift64: enough for choosing keys.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Self.events[Int(state % UInt64(Self.events.count))]
  }

  private static let events: [Event] =
    [.down, .down, .pageDown, .end, .end, .home, .up, .enter, .escape, .tab, .backTab].map {
      .key($0)
    }
    + ["/", "5", "s", "r", "t", "y", "j", "G", "0", "c"].map { .key(.character($0)) }
    + [
      .resize(Size(rows: 24, columns: 80)), .resize(Size(rows: 10, columns: 40)),
      .resize(Size(rows: 50, columns: 160)),
      .mouse(Mouse(.scrollDown, at: Position(row: 12, column: 9))),
      .mouse(Mouse(.click, at: Position(row: 4, column: 20))),
      .mouse(Mouse(.click, at: Position(row: 9, column: 20))),
    ]
}
