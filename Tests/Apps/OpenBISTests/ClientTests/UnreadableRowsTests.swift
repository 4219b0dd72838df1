import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenBIS

/// Rows that can't be read are counted, and what may be among them stays as it was last seen.
@MainActor @Suite struct UnreadableRowsTests {
  private let probes = ResourceID("PROBES")
  private static let columns = [
    "PERM_ID", "REFCON", "CATEGORY", "SUMMARY_HEADER", "SUMMARY", "CHILDREN", "ROOT_LEVEL",
    "DELETED",
  ]

  private func row(_ id: String, _ title: String, children: String = "[]") -> [StrictTable.Cell] {
    [.text(id), "{\"code\":1}", "Things", .text(title), "", .text(children), "", ""]
  }

  private var category: [StrictTable.Cell] {
    [
      "PROBES", "{\"code\":\"PROBES\"}", "Navigation", "Probes", "", "[\"A\",\"B\"]", "true", "",
    ]
  }

  /// A laboratory with two probes, and later a table in whose place the row of one has no id.
  private func damaged() async throws -> (lab: Laboratory, since: Int) {
    let lab = try Laboratory()
    set(lab, "ROOT PROBES", [category, row("A", "a"), row("B", "b")])
    try await lab.synced()
    let since = lab.server.now
    lab.pass(seconds: 5_000)
    set(lab, "ROOT PROBES", [category, row("A", "a"), row("", "b")])
    return (lab, since)
  }

  private func set(_ lab: Laboratory, _ key: String, _ rows: [[StrictTable.Cell]]) {
    lab.server.change { $0.tables[key] = StrictTable(Self.columns, rows) }
  }

  @Test("openBIS unreadable row: its member is last seen, not missing")
  func aMemberThatMayBeAnUnreadableRowIsNotMissing() async throws {
    let (lab, since) = try await damaged()
    try await lab.synced(.everything)
    for source in [lab.source, try lab.restarted().source] {
      let family = try await source.family(of: probes, .cacheOnly).content
      #expect(family.unreadableCount == 1)
      #expect(titles(family.children) == ["a", "b"])
      let last = try #require(family.children.first { $0.title == "b" })
      #expect(last.lastSeen == since && !last.isMissing && !last.isDeleted)
      #expect(EntityRow(last).mark == .lastSeen)
      #expect(family.children.first?.lastSeen == nil)
      #expect(try await source.root(.cacheOnly).content.unreadableCount == 1)
    }
    // A later one keeps its age; one that can be read whole has the last word.
    lab.pass(seconds: 5_000)
    try await lab.synced(.everything)
    let again = try await lab.source.family(of: probes, .cacheOnly).content
    #expect(again.children.map(\.lastSeen) == [nil, since])
    set(lab, "ROOT PROBES", [category, row("A", "a"), row("B", "b")])
    try await lab.synced(.everything)
    let whole = try await lab.source.family(of: probes, .cacheOnly).content
    #expect(whole.unreadableCount == 0 && whole.children.allSatisfy { $0.lastSeen == nil })
  }

  @Test("openBIS unreadable rows only: the response is refused")
  func anAnswerOfWhichNothingCanBeReadIsABadOne() async throws {
    let (lab, _) = try await damaged()
    set(lab, "ROOT PROBES", [row("", "a"), row(" ", "b")])
    let report = try await lab.synced(.everything)
    #expect(report.failures.map(\.title) == ["Probes"])
    #expect(report.failureText?.contains("no row can be read") == true)
    let kept = try await lab.source.family(of: probes, .cacheOnly).content
    #expect(titles(kept.children) == ["a", "b"])
  }

  @Test("openBIS unreadable row is reported on screen and in search")
  func theListAndTheCommandsSayIt() async throws {
    let (lab, _) = try await damaged()
    try await lab.synced(.everything)
    let session = try await TestSession(
      try lab.restarted().viewer.application, time: TestClock(at: lab.server.now))
    #expect(session.frame.text.contains("1 row of the answer can't be read."))
    let place = session.frame.text.split(separator: "\n").firstIndex { $0.contains("Probes") }
    #expect(place != nil)
    await session.press(.enter)
    try session.expect("1 row of the answer can't be read.")
    try session.expect("~ b")
    set(lab, "SEARCH", [row("A", "a"), row("", "b")])
    let found = try await lab.source.search(EntitySearch("aaa")).content
    #expect(found.unreadableCount == 1)
    #expect(found.resultsNote?.hasPrefix("1 row of the answer can't be read.") == true)
  }

  @Test("openBIS unreadable row: its details are as last seen")
  func detailsThatLackTheirRowAreAsTheyWereLastSeen() async throws {
    let (lab, since) = try await damaged()
    set(lab, "DETAIL", [row("", "a"), row("X", "x")])
    let detail = try await lab.source.detail(of: ResourceID("A"), .server)
    #expect(detail.content.lastSeen == since && detail.timestamp == since)
  }

  /// What those who run the server need can be looked at.
  @Test("openBIS unreadable response is shown raw") func theAnswerThatCannotBeReadIsShown()
    async throws
  {
    let (lab, _) = try await damaged()
    let session = try await TestSession(
      try lab.restarted().viewer.application, time: TestClock(at: lab.server.now))
    await session.press(.enter, .down, "d")
    try session.expectNo("y: show")
    lab.server.change {
      $0.bodies["DETAIL A"] = StrictServer.Reply(
        headers: [HTTPHeader("Content-Type", "application/json-rpc")],
        body: Array("{\"result\":\"Wartung bis Montag\"}".utf8))
    }
    await session.press("r")
    try session.expect("y: show the answer")
    await session.press("y")
    try session.expect("Raw answer")
    try session.expect("Wartung bis Montag")
  }
}
