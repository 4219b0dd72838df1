import Restoration
import Screens
import Terminals
import Testing
import RepriseTesting

/// What is resumed after starts that failed.
@MainActor @Suite struct ResumptionTests {
  /// Two screens above the root; each has counted to one.
  private func deep() async throws -> TestSession<TestRoute> {
    let session = try await TestSession(TestApplication().application)
    await session.press("n", "n", "+")
    try session.expect("Test › one › one+")
    return session
  }

  @Test func atFirstEverythingIs() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(resumption: .everything)
    try session.expect("Test › one › one+")
    try session.expect("count 1")
  }

  @Test func thenTheTopScreenBeginsAnew() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(resumption: .freshTop)
    try session.expect("Test › one › one+")
    try session.expect("count 0")
    try session.expect("The last start failed, so “one+” begins anew.")
  }

  @Test func thenItIsLeftOut() async throws {
    let session = try await deep()
    try await session.killAndRelaunch(resumption: .withoutTop)
    #expect(session.frame.text(ofRow: 0).contains("Test › one "))
    try session.expect("count 1")
    try session.expect("The last two starts failed, so “one+” was left out.")
  }

  @Test func thenNothingIsLeftButTheRootAndACopyIsKept() async throws {
    let session = try await deep()
    let saved = (session.store as? InMemorySnapshotStore)?.body
    try await session.killAndRelaunch(resumption: .rootOnly)
    #expect(!session.frame.text(ofRow: 0).contains("one"))
    try session.expect("count 0")
    #expect((session.store as? InMemorySnapshotStore)?.asides == [saved ?? []])
  }
}
