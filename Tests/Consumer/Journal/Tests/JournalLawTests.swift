import Reprise
import RepriseTesting
import Testing

@testable import journal

/// The journal comes back from every place, and from any session file.
@MainActor @Suite struct JournalLawTests {
  private let folder: TemporaryFolder
  private var application: Application<Route> { Journal(PrivateFolder(folder.path)).application }

  init() throws {
    folder = try TemporaryFolder()
    try folder.writeNotes()
  }

  @Test(arguments: [7, 8] as [UInt64])
  func theLawHolds(seed: UInt64) async throws {
    try await assertRestorable(application, script: .random(seed: seed, count: 200))
  }

  @Test(arguments: ["e", "d"] as [Key])
  func aHostileSessionIsSurvived(key: Key) async throws {
    let session = try await TestSession(application)
    await session.press(.enter, key)
    let body = try #require(try session.store.load().body)
    let count = try await assertSurvivesHostileStates(application, body: body)
    #expect(count > 200)
  }
}
