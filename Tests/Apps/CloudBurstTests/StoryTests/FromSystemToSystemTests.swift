import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// From a detail one goes on to the next system, in the order and the filter of the list.
@MainActor @Suite struct FromSystemToSystemTests {
  @Test("CloudBurst n and p walk the systems of the list")
  func theNextAndThePreviousOneAreTheListsOwn() async throws {
    let session = try await cloudBurst()
    await session.press("j", .enter)
    try session.expect("› capodanno")
    await session.press("n")
    try session.expect("Virtual systems › Cluster ND – collaudo")
    await session.press("p", "p")
    try session.expect("› 05WASadmin Cloned Lab")
    await session.press("p")
    try session.expect("This is the first of 14 systems.")
    await session.press("n", .escape)
    #expect(session.selectedText?.contains("capodanno") == true)
  }

  @Test("CloudBurst n and p respect filter and order") func aFilterAndAnotherOrderHold()
    async throws
  {
    let session = try await cloudBurst()
    await session.press("N", "/")
    await session.type("failed")
    await session.press(.enter, .enter)
    try session.expect("› Cluster ND – collaudo")
    await session.press("n")
    try session.expect("There is only this system.")
    await session.press(.escape)
    try session.expect("1 failed · 1 of 14 match")
  }

  /// Only the detail is built after a kill; the list below is when it is asked.
  @Test("CloudBurst n and p work after a kill") func afterAKillItGoesOn() async throws {
    let session = try await cloudBurst()
    await session.press("N", .enter)
    for _ in 0..<13 {
      await session.press("p")
      let before = session.frame
      try await session.killAndRelaunch()
      #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    }
    await session.press(.escape)
    #expect(session.selectedText?.hasPrefix("● 東京") == true)
  }

  @Test("CloudBurst n typed ahead reaches the next system") func aKeyPressedAheadReachesTheNextOne()
    async throws
  {
    let session = try await cloudBurst()
    let frames = session.terminal.frameCount
    for key in [.enter, "n"] as [Key] { session.terminal.send(.key(key)) }
    await session.press("n")
    try session.expect("› Cluster ND – collaudo")
    #expect(session.terminal.frameCount == frames + 1)
  }
}
