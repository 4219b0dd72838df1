import Controllers
import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct SectionsControllerTests {
  @MainActor private final class Farm {
    var made: [String] = []
    var loads: [String] = []
    var bannerFailure: (any Error)?
    var refreshInterval: Int?
    var titles = ["Animals", "Facts", "Third", "Fourth"]

    var application: Application<BarnRoute> {
      Application("farm", title: "Farm", root: .list) { route in
        if case .animal(let id) = route {
          return DetailController(title: id) {
            $0.show(Detail(title: id, headline: "animal \(id)", sections: []))
          }
        }
        return SectionsController(
          title: "Farm", sections: self.titles.map { self.section($0) },
          refreshInterval: self.refreshInterval,
          bindings: [KeyBinding("y", help: "Say yes") { $0.notify("Yes.") }]
        ) { load in
          self.loads.append("banner")
          if let failure = self.bannerFailure { throw failure }
          load.show(
            Banner(
              title: "Old farm", headline: "The old farm", aside: "no. 7",
              phrases: [.init("beware of the dog", role: .bad, isVital: true)]))
        }
      }
    }

    private func section(_ title: String) -> ScreenSection {
      ScreenSection(title, title: title) {
        self.made.append(title)
        guard title == "Animals" else {
          return DetailController(title: title) { load in
            self.loads.append(title)
            load.show(Detail(title: title, headline: "about \(title)", sections: []))
          }
        }
        return ListController(
          title: "Animals", columns: Animal.columns, id: { $0.id },
          source: { load in
            self.loads.append(title)
            let rows = (0..<50).map { Animal("\($0)") }
            load.show(ListContent(rows: rows, summary: "50 animals"))
          },
          open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
      }
    }

    func session(_ size: Size = Size(rows: 24, columns: 80)) async throws
      -> TestSession<BarnRoute>
    {
      try await TestSession(self.application, size: size)
    }
  }

  @Test("A sections screen refreshes banner and section by timer")
  func bannerAndSectionAreLoadedAnewByThemselves() async throws {
    let farm = Farm()
    farm.refreshInterval = 5
    let session = try await farm.session()
    farm.loads = []
    await session.pass(seconds: 5)
    #expect(farm.loads.sorted() == ["Animals", "banner"])
  }

  @Test("A banner stays while its sections scroll")
  func theBannerStaysWhereverTheSectionIsScrolled() async throws {
    let session = try await Farm().session()
    for keys in [[.end], ["2"], ["1"], [.pageUp]] as [[Key]] {
      for key in keys { await session.press(key) }
      try session.expect("The old farm")
      try session.expect("beware of the dog")
    }
  }

  @Test("Tab and digits select sections") func tabAndDigitsGoFromSectionToSection() async throws {
    let session = try await Farm().session()
    try session.expect("[Animals]")
    await session.press(.tab)
    try session.expect("[Facts]")
    await session.press(.backTab, .backTab)
    try session.expect("[Fourth]")
    await session.press("2")
    try session.expect("about Facts")
  }

  @Test func aSectionIsLoadedWhenItIsFirstShownAndOnce() async throws {
    let farm = Farm()
    let session = try await farm.session()
    #expect(farm.loads == ["banner", "Animals"])
    await session.press("2", "1", "2")
    #expect(farm.loads == ["banner", "Animals", "Facts"])
    await session.press("r")
    #expect(farm.loads == ["banner", "Animals", "Facts", "banner", "Facts"])
  }

  @Test("A refresh discards hidden sections but keeps their states")
  func aRefreshLetsGoOfTheSectionsOutOfSightButNotOfTheirPlaces() async throws {
    let farm = Farm()
    let session = try await farm.session()
    await session.press("j", "j", "j", "2")
    #expect(farm.made == ["Animals", "Facts"])
    await session.press("r", "1")
    #expect(farm.made == ["Animals", "Facts", "Animals"])
    #expect(session.selectedID == "3")
  }

  @Test("Every section is restored, also the hidden ones")
  func everySectionComesBackWhereItWasAlsoThoseOutOfSight() async throws {
    let session = try await Farm().session()
    await session.press("j", "j", "j", "2")
    try await session.killAndRelaunch()
    try session.expect("[Facts]")
    await session.press("1")
    #expect(session.selectedID == "3")
  }

  @Test("Digits and Tab don't change the section while a filter is typed")
  func whileTypingDigitsAreTextAndTabStays() async throws {
    let session = try await Farm().session()
    await session.press("/", "2", .tab)
    try session.expect("[Animals]")
    try session.expect("14 of 50")
    try await session.killAndRelaunch()
    try session.expect("14 of 50")
  }

  @Test("A section's sort picker sorts that section") func aPickerOfASectionAnswersToThatSection()
    async throws
  {
    let session = try await Farm().session()
    await session.press("s", .home, .enter, "s", .enter)
    try session.expect("NAME ▼")
    try await session.killAndRelaunch()
    try session.expect("NAME ▼")
  }

  @Test("Clicks reach the section bar and the section") func aClickReachesTheBarAndTheSection()
    async throws
  {
    let session = try await Farm().session()
    await session.mouse(.click, row: 3, column: 14)
    try session.expect("[Facts]")
    await session.mouse(.click, row: 3, column: 3)
    await session.mouse(.click, row: 7)
    #expect(session.selectedID == "2")
    await session.mouse(.click, row: 1)
    #expect(session.selectedID == "2")
  }

  @Test("A failed banner shows its error above the section")
  func aBannerThatFailsIsSaidAndTheSectionIsStillThere() async throws {
    let farm = Farm()
    farm.bannerFailure = TestError()
    let session = try await farm.session()
    try session.expect(" failed")
    try session.expect("50 animals")
    farm.bannerFailure = nil
    await session.press("r")
    try session.expect("The old farm")
    try session.expectNo("✕")
  }

  private struct Away: SourceError {
    var dataStatus: Provenance.DataStatus { .offline }
  }

  @Test("An offline banner alone is retried, and the section after it")
  func whetherASourceThatIsAwayIsBackIsAskedOnce() async throws {
    let farm = Farm()
    let session = try await farm.session()
    farm.bannerFailure = Away()
    await session.press("r")
    farm.loads = []
    for _ in 0..<3 { await session.pass(seconds: 15) }
    #expect(farm.loads == ["banner", "banner", "banner"])
    farm.bannerFailure = nil
    farm.loads = []
    await session.pass(seconds: 15)
    #expect(farm.loads == ["banner", "Animals"])
  }

  @Test("A sections screen is offline if its section is", arguments: [true, false])
  func besideASectionThatIsAwayTheBannerIsNotLive(isText: Bool) async throws {
    let sections = SectionsController(
      title: "Farm", provenance: Provenance(.live("farm")),
      sections: [
        ScreenSection("first", title: "First") {
          if isText { return TextController(title: "Text") { _ in throw Away() } }
          return TreeController(
            title: "Tree", columns: Animal.columns, id: { $0.id }, isExpandable: { _ in false },
            noun: ("animal", "animals"), source: { _, _ in throw Away() })
        }
      ]
    ) { load in
      load.show(Banner(title: "Farm", headline: "The farm", aside: "", phrases: []))
    }
    await sections.load(.appear, Navigator(size: Size(rows: 24, columns: 80)) { _ in })
    #expect(sections.provenance?.dataStatus == .offline)
  }

  @Test("An application's keys work in every section") func theApplicationsKeysWorkInEverySection()
    async throws
  {
    let session = try await Farm().session()
    await session.press("2", "y")
    try session.expect("Yes.")
  }

  @Test("A section's unknown fields of a newer release are preserved")
  func whatALaterReleaseKeepsForASectionIsKept() async throws {
    let farm = Farm()
    let store = InMemorySnapshotStore()
    let session = try await TestSession(farm.application, store: store)
    await session.press("j")
    var snapshot = try Snapshot(body: try #require(store.load().body))
    let contents = try #require(snapshot.entries[0].contents)
    var state = contents.state
    var part = try #require(state["sections"]?["Animals"])
    part["version"] = .number("9")
    part["state"]?["new"] = .string("kept")
    state["sections"]?["Animals"] = part
    snapshot.entries[0] = Snapshot.Entry(
      route: contents.route, title: contents.title, stateVersion: contents.stateVersion,
      state: state)
    let later = InMemorySnapshotStore(body: snapshot.body)
    let again = try await TestSession(farm.application, store: later)
    #expect(again.selectedID == "1")
    await again.press("j")
    let saved = try Snapshot(body: try #require(later.load().body)).entries[0].contents?.state
    #expect(saved?["sections"]?["Animals"]?["state"]?["new"] == .string("kept"))
    #expect(saved?["sections"]?["Animals"]?["version"] == .number("9"))
    #expect(saved?["sections"]?["Animals"]?["state"]?["selectedID"] == .string("2"))
  }

  @Test("The restoration law holds for a sections screen")
  func everyEventOfARandomScriptIsRestored() async throws {
    try await assertRestorable(Farm().application, script: .random(seed: 3, count: 300))
  }
}
