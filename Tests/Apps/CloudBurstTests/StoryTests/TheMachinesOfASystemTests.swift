import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// The machines of a system are a list of their own.
@MainActor @Suite struct TheMachinesOfASystemTests {
  /// The machines of “Cluster ND – collaudo”, of which one has failed.
  private func session(
    size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Route> {
    let session = try await cloudBurst(size: size)
    await session.press("j", "j", .enter, "m")
    return session
  }

  @Test("CloudBurst machine list is sorted, filtered and opened")
  func theyAreWalkedFilteredSortedAndOpened() async throws {
    let session = try await session()
    try session.expect("Cluster ND – collaudo › Virtual machines")
    for text in ["NAME ▲", "STATUS", "ADDRESS", "1 failed · 2 machines · 1 started"] {
      try session.expect(text)
    }
    #expect(session.selectedText?.hasPrefix("✕ custom-1") == true)
    await session.press("N")
    #expect(session.selectedText?.hasPrefix("● dmgr") == true)
    try session.expect("NAME ▼")
    await session.press("/")
    await session.type("rm01006")
    try session.expect("1 of 2 match")
    await session.press(.enter, .enter)
    try session.expect("Virtual machines › dmgr")
    try session.expect("fd8c:215d:178e:888:290:fa72:fa1e:9346")
  }

  @Test("CloudBurst machine list: every step resumes after a kill")
  func everyStepComesBackAfterAKill() async throws {
    let session = try await session()
    for key in ["j", .enter, "y", .escape, "p", "n", .escape, "y", .escape] as [Key] {
      await session.press(key)
      let before = session.frame
      try await session.killAndRelaunch()
      #expect(session.frame.withoutStatusLine == before.withoutStatusLine, "\(key)")
    }
  }

  @Test("CloudBurst detail row opens the machine list") func theRowOfADetailLeadsThereToo()
    async throws
  {
    let session = try await cloudBurst()
    await session.press("j", "j", .enter)
    try session.expect("Machines   2")
    await session.press(.tab, .enter)
    try session.expect("› Virtual machines")
  }

  @Test("CloudBurst machine has a raw response and neighbours")
  func oneMachineHasItsRawAnswerAndItsNeighbours() async throws {
    let session = try await session()
    await session.press(.enter, "y")
    try session.expect("\"identifier\": \"custom-1\"")
    await session.press(.escape, "n")
    try session.expect("› dmgr")
    await session.press("n")
    try session.expect("This is the last of 2 machines.")
    try session.expect("› dmgr")
    await session.press(.escape)
    #expect(session.selectedText?.hasPrefix("● dmgr") == true)
  }

  @Test("CloudBurst machine opened from a detail has its neighbours")
  func fromADetailsRowsTheNeighboursAreTheOtherRows() async throws {
    let session = try await cloudBurst()
    await session.press("j", "j", .enter, .tab, .tab, .enter)
    try session.expect("collaudo › dmgr")
    try await session.killAndRelaunch()
    await session.press("n")
    try session.expect("collaudo › custom-1")
    await session.press("n")
    try session.expect("This is the last of 2.")
    await session.press("p", .escape)
    #expect(session.selectedText?.contains("dmgr") == true)
  }

  @Test("CloudBurst: no machines and no machine data are different")
  func noneIsToldFromNothingKnown() async throws {
    let none = try await cloudBurst()
    for _ in 0..<9 { await none.press("j") }
    await none.press(.enter)
    try none.expect("id 51")
    try none.expect("No virtual machines.")
    await none.press("m")
    try none.expect("No virtual machines.")

    let unknown = try await cloudBurst()
    await unknown.press(.enter)
    try unknown.expect("No machine data.")
    await unknown.press("m")
    try unknown.expect("No machine data.")
  }

  @Test(
    "CloudBurst machine list fits small and large windows",
    arguments: [Size(rows: 10, columns: 40), Size(rows: 50, columns: 160)])
  func theyFitAnyWindow(size: Size) async throws {
    let session = try await session(size: size)
    #expect(session.selectedText?.hasPrefix("✕ custom-1") == true)
    try session.expect("STATUS")
  }
}
