import Reprise
import RepriseTesting
import Testing

@testable import Journal

/// The journal comes back from every place, and from any session file.
@MainActor @Suite struct JournalLawTests {
  private let directory: TemporaryDirectory
  private var application: Application<Route> {
    Journal(PrivateDirectory(directory.path)).application
  }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.writeNotes()
  }

  @Test("Journal: the restoration law holds for a random script", arguments: [7, 8] as [UInt64])
  func theLawHolds(seed: UInt64) async throws {
    try await assertRestorable(application, script: .random(seed: seed, count: 200))
  }

  @Test("Journal survives hostile states", arguments: ["e", "d"] as [Key])
  func aHostileSessionIsSurvived(key: Key) async throws {
    let session = try await TestSession(application)
    await session.press(.enter, key)
    let body = try #require(try session.store.load().body)
    let count = try await assertSurvivesHostileStates(application, body: body)
    #expect(count > 200)
  }
}
