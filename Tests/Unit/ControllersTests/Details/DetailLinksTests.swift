import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Controllers

/// Rows that lead to other screens, and rows that a refresh found changed.
@MainActor @Suite struct DetailLinksTests {
  private let thing = LinkedThing()

  private func session(
    size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<LinkRoute> {
    try await TestSession(thing.application, size: size)
  }

  // MARK: Answers that wait

  private static let whole = Detail(
    title: "T", headline: "H", sections: [DetailSection(rows: [.labelled("Name", "hen")])])

  /// Chooses the value before the detail is there, loads so often, and returns the copies.
  private func copies(
    loads: Int, _ source: @escaping @MainActor (Load<Detail>) async throws -> Void
  ) async throws -> [String] {
    let row = try #require(DetailLayout(Self.whole, width: 80).rows.last)
    var copies: [String] = []
    let navigator = Navigator(size: Size(rows: 10, columns: 60)) { request in
      if case .copy(let text, _) = request { copies.append(text) }
    }
    let detail = DetailController(title: "T", source: source)
    detail.receive(
      ScreenResult(question: DetailController.valueQuestion, choiceID: row.id), navigator)
    for _ in 0..<loads { await detail.load(.userRefresh, navigator) }
    return copies
  }

  @Test("A detail copies a chosen value once a later load step shows it")
  func aValueIsCopiedOnceTheStepThatBringsItIsThere() async throws {
    let copies = try await copies(loads: 1) { load in
      load.show(Detail(title: "T", headline: "H", sections: []), moreFollows: true)
      load.show(Self.whole)
    }
    #expect(copies == ["hen"])
  }

  @Test("A detail drops a pending copy when its load fails")
  func aValueIsNotCopiedByALaterLoadThanTheOneThatFailed() async throws {
    var isFirst = true
    let copies = try await copies(loads: 2) { load in
      defer { isFirst = false }
      if isFirst { throw TestError() }
      load.show(Self.whole)
    }
    #expect(copies == [])
  }

  // MARK: Selecting

  @Test("A detail has no selected row until a key selects one")
  func nothingIsSelectedUntilThePersonGoesThere() async throws {
    let session = try await session()
    #expect(session.selectedText == nil)
    try session.expect("Enter open")
  }

  @Test("Tab cycles through a detail's rows that open") func tabGoesRoundTheRowsThatOpen()
    async throws
  {
    let session = try await session()
    for name in ["machine 1", "machine 2", "machine 3", "machine 1"] {
      await session.press(.tab)
      #expect(session.selectedText?.contains(name) == true, "\(name)")
    }
    await session.press(.backTab)
    #expect(session.selectedText?.contains("machine 3") == true)
  }

  @Test("Enter opens a detail's selected row, and Escape returns to the row")
  func enterOpensWhatIsSelectedAndComesBackToIt() async throws {
    let session = try await session()
    await session.press(.tab, .tab, .enter)
    try session.expect("Thing › Linked › 2")
    await session.press(.escape)
    #expect(session.selectedText?.contains("machine 2") == true)
  }

  @Test("Keys n and p open the neighbours of a detail's opened row")
  func theNextOneIsTheOneBesideWhatWasOpened() async throws {
    let session = try await session()
    await session.press(.tab, .tab, .enter)
    try session.expect("machine 2")
    await session.press("n")
    try session.expect("machine 3")
    await session.press("p", "p")
    try session.expect("machine 1")
    await session.press("p")
    try session.expect("This is the first of 3.")
  }

  @Test("Enter without a selection opens a detail's first visible link")
  func withoutASelectionEnterOpensTheFirstInSight() async throws {
    let session = try await session()
    await session.press(.enter)
    try session.expect("Thing › Linked › 1")
  }

  @Test("Down selects the next link of a detail that fits the window")
  func whereEverythingIsInSightDownGoesFromOneToTheNext() async throws {
    let session = try await session()
    await session.press(.down)
    #expect(session.selectedText?.contains("machine 1") == true)
    await session.press("j")
    #expect(session.selectedText?.contains("machine 2") == true)
    await session.press(.up)
    #expect(session.selectedText?.contains("machine 1") == true)
    await session.press(.end, .down, .down, .down)
    #expect(session.selectedText?.contains("machine 3") == true)
  }

  @Test("Down scrolls a long detail line by line and selects links")
  func whereThereIsMoreDownReadsLineByLineAndStopsAtRowsThatOpen() async throws {
    let session = try await session(size: Size(rows: 8, columns: 40))
    var selected: [String] = []
    for _ in 0..<30 {
      let before = session.frame
      await session.press(.down)
      if let text = session.selectedText, selected.last != text { selected.append(text) }
      // Each key does something visible, until the end is reached.
      if session.frame == before { break }
    }
    #expect(selected.last?.contains("machine 3") == true)
    #expect(session.frame.text.contains("machine 3"))
  }

  @Test("Tab scrolls a detail to the link that it selects") func tabBringsARowIntoSight()
    async throws
  {
    let session = try await session(size: Size(rows: 8, columns: 40))
    try session.expectNo("machine 1")
    await session.press(.tab)
    #expect(session.selectedText?.contains("machine 1") == true)
    await session.press(.tab, .tab)
    #expect(session.selectedText?.contains("machine 3") == true)
  }

  @Test("Tab in a scrolled detail selects the first visible link") func tabGoesOnFromWhereOneLooks()
    async throws
  {
    let session = try await session(size: Size(rows: 8, columns: 40))
    await session.press(.end, .tab)
    // The selected row is the first in sight, not the first of all, or the one after what is out of sight.
    let first = try #require(
      (0..<8).map { session.frame.text(ofRow: $0) }.first { $0.contains("machine") })
    #expect(session.selectedText.map { first.contains($0) } == true)
    await session.press(.home, .end, .backTab)
    try session.expect("machine")
  }

  @Test("A detail's selection reappears when its row is scrolled back")
  func aSelectionThatIsScrolledAwayIsThereWhenItIsBackInSight() async throws {
    let session = try await session(size: Size(rows: 8, columns: 40))
    await session.press(.tab, .tab, .home)
    #expect(session.selectedText == nil)
    try await session.killAndRelaunch()
    #expect(session.selectedText == nil)
    await session.press(.end)
    #expect(session.selectedText?.contains("machine 2") == true)
  }

  @Test("A click selects a detail's link and a second click opens the link")
  func aClickSelectsAndASecondOneOpens() async throws {
    let session = try await session()
    let row = try #require(
      (0..<24).first { session.frame.text(ofRow: $0).contains("machine 2") })
    await session.mouse(.click, row: row)
    #expect(session.selectedText?.contains("machine 2") == true)
    await session.mouse(.click, row: row)
    try session.expect("Thing › Linked › 2")
    await session.press(.escape)
    await session.mouse(.click, row: 4)
    #expect(session.selectedText?.contains("machine 2") == true)
  }

  // MARK: Coming back

  @Test(
    "A detail's selection is restored after a kill",
    arguments: [Size(rows: 24, columns: 80), Size(rows: 8, columns: 40)])
  func theSelectionComesBackAfterAKill(size: Size) async throws {
    let session = try await session(size: size)
    await session.press(.tab, .tab)
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    await session.press(.enter)
    try session.expect("› 2")
    try await session.killAndRelaunch()
    try session.expect("› 2")
    await session.press(.escape)
    #expect(session.selectedText?.contains("machine 2") == true)
  }

  @Test("A detail's selection follows its row through refreshes")
  func aSelectionStaysWithItsRowWhateverComesBesideIt() async throws {
    let session = try await session()
    await session.press(.tab, .tab)
    thing.machines.insert("0", at: 0)
    await session.press("r")
    #expect(session.selectedText?.contains("machine 2") == true)
    thing.machines.removeAll { $0 == "2" }
    await session.press("r")
    #expect(session.selectedText == nil)
    await session.press(.tab)
    #expect(session.selectedText?.contains("machine 0") == true)
  }

  @Test(arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func theLawHoldsForADetailWithLinks(size: Size) async throws {
    try await assertRestorable(
      thing.application, size: size, script: .random(seed: 17, count: 200))
    try await assertRestorable(
      thing.application, size: size,
      script: .events(
        ([
          .tab, .down, .down, .enter, .escape, .backTab, .end, .up, .up, "r", .pageUp, .tab, .enter,
          "?", .escape, .escape,
        ] as [Key]).map { .key($0) }))
  }

  // MARK: Changes

  private func marked(_ session: TestSession<LinkRoute>) -> [String] {
    (0..<session.frame.size.rows).map { session.frame.text(ofRow: $0) }
      .filter { $0.hasPrefix(" •") || $0.hasPrefix("•") }
  }

  @Test("A detail's refresh marks changed rows") func aRefreshMarksTheRowsThatItFoundChanged()
    async throws
  {
    let session = try await session()
    #expect(marked(session).isEmpty)
    thing.status = "stopped"
    thing.timestamp += 1
    await session.press("r")
    #expect(marked(session).count == 1)
    #expect(marked(session).first?.contains("stopped") == true)
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    thing.timestamp += 1
    await session.press("r")
    #expect(marked(session).isEmpty)
    try await session.killAndRelaunch()
    #expect(marked(session).isEmpty)
  }

  @Test("A detail's second load step of one response marks no change")
  func moreOfTheSameAnswerIsNoChange() async throws {
    let session = try await session()
    thing.timestamp += 1
    thing.laterStatus = "started, by Luca"
    await session.press("r")
    try session.expect("by Luca")
    #expect(marked(session).isEmpty)
  }

  /// Moments are whole seconds.
  @Test("A detail marks a change within one second of timestamps")
  func whatChangesWithinASecondIsMarkedToo() async throws {
    let session = try await session()
    thing.status = "stopped"
    await session.press("r")
    #expect(marked(session).first?.contains("stopped") == true)
  }

  @Test("A detail marks new rows") func aRowThatIsNewIsMarked() async throws {
    let session = try await session()
    thing.machines.append("4")
    thing.timestamp += 1
    await session.press("r")
    #expect(marked(session).count == 1)
    #expect(marked(session).first?.contains("machine 4") == true)
  }
}

enum LinkRoute: AppRoute {
  case thing
  case machine(String)
}

/// A detail whose table leads to other screens.
@MainActor private final class LinkedThing {
  var machines = ["1", "2", "3"]
  var status = "started"
  /// The status with more of the same answer, shown as a second step; nil for none.
  var laterStatus: String?
  var timestamp = 1

  var application: Application<LinkRoute> {
    Application("thing", title: "Thing", root: .thing) { route in
      switch route {
      case .thing:
        DetailController(title: "thing") { load in
          let provenance = Provenance(.live("farm"), timestamp: self.timestamp)
          load.show(self.detail(self.status), from: provenance)
          if let status = self.laterStatus { load.show(self.detail(status), from: provenance) }
        }
      case .machine(let id):
        DetailController(title: id, bindings: KeyBinding.neighbours("machine")) {
          $0.show(Detail(title: id, headline: "machine \(id)", sections: []))
        }
      }
    }
  }

  private func detail(_ status: String) -> Detail {
    Detail(
      title: "Linked", headline: "Head",
      sections: [
        DetailSection(rows: [
          .labelled("Status", status), .labelled("Owner", "Luca"), .labelled("Zone", "here"),
          .labelled("Pattern", "one"), .labelled("Cloud", "two"),
        ]),
        DetailSection(
          "Machines",
          rows: machines.map { .table(id: $0, ["machine \($0)"], opens: LinkRoute.machine($0)) }),
      ])
  }
}
