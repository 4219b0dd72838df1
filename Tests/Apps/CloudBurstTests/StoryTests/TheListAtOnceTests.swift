import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import CloudBurst

/// The list is where everything begins, and nothing that is pressed by habit takes any of it away.
@MainActor @Suite struct TheListAtOnceTests {
  nonisolated static let back: [Key] = [.escape, .left, .backspace, "h", .alt("j")]

  @Test("CloudBurst starts with the list") func theListIsThereWithoutAnyKey() async throws {
    let session = try await cloudBurst()
    try session.expect("CloudBurst › Virtual systems")
    try session.expect("1 failed · 2 unknown · 14 systems")
    try session.expectNo("Esc")
  }

  @Test("CloudBurst list ignores keys that go back", arguments: back)
  func theKeysThatGoBackLeaveItAsItIs(key: Key) async throws {
    let session = try await cloudBurst()
    await session.press("s", .end, .up, .enter, "j", "j", "j")
    let before = session.frame
    await session.press(key)
    #expect(session.frame == before)
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }

  @Test("CloudBurst filter is left by Esc only", arguments: back.dropFirst())
  func aFilterIsLeftByEscapeAlone(key: Key) async throws {
    let session = try await cloudBurst()
    await session.press("/", "w", "a", "s", .enter, "j")
    let before = session.frame
    await session.press(key)
    #expect(session.frame == before)
    await session.press(.escape)
    try session.expect("14 systems")
  }

  @Test("CloudBurst servers screen leaves the list as it was")
  func aVisitToTheServersLosesNothingAlsoThroughAKill() async throws {
    let session = try await cloudBurst()
    await session.press("s", "j", .enter, "/", "l", "a", "b", .enter, "j")
    let list = session.frame
    await session.press("S")
    try session.expect("CloudBurst › Virtual systems › Servers")
    await session.type("appliance")
    try await session.killAndRelaunch()
    try session.expect("appliance")
    await session.press(.escape)
    #expect(session.frame.withoutStatusLine == list.withoutStatusLine)
    // The same list chosen again is the one that is there.
    await session.press("S", .backTab, .enter)
    #expect(session.frame.withoutStatusLine == list.withoutStatusLine)
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == list.withoutStatusLine)
  }

  private let account = Account(server: "https://appliance.invalid", user: "luca")

  @Test("CloudBurst list of another server replaces the one below")
  func anotherListTakesThePlaceOfTheOneBelow() async throws {
    let session = try await TestSession(
      Viewer.test(target: Target(origin: .live(account))).application)
    await session.press(.escape, "S")
    try session.expect("appliance.invalid")
    await session.press(.tab, .enter)
    try session.expect("1 failed · 2 unknown · 14 systems")
    await session.press(.escape)
    try session.expect("1 failed · 2 unknown · 14 systems")
    // A start that names the server doesn't go on with it.
    try await session.killAndRelaunch()
    try session.expectNo("14 systems")
    // One that names nothing does.
    let plain = try await TestSession(Viewer.test().application, store: session.store)
    try plain.expectNo("[ Open list ]")
  }

  @Test("CloudBurst start with a server ignores another session")
  func aSessionOfAnotherServerIsNotShownWhereOneIsNamed() async throws {
    let store = InMemorySnapshotStore()
    let demo = try await TestSession(
      Viewer.test(target: Target(origin: .unplugged)).application, store: store)
    await demo.press("j", .enter)
    let session = try await TestSession(
      Viewer.test(target: Target(origin: .live(account))).application, store: store)
    try session.expectNo("capodanno")
    try session.expectNo("UNPLUGGED")
  }

  @Test("CloudBurst start without a user shows the form") func withoutAUserTheFormAsksForOne()
    async throws
  {
    let server = Account(server: account.server)
    let session = try await TestSession(
      Viewer.test(target: Target(origin: .live(server))).application)
    try session.expect("[ Open list ]")
  }
}
