import Restoration
import Screens
import Terminals
import Testing

@testable import Controllers

/// The banner, the bar and the section below each other, and who is told what.
@MainActor @Suite struct SectionsPlacesTests {
  /// A section that notes what reaches it.
  private final class Probe: Screen {
    struct State: RestorableState { var count = 0 }
    var state = State()
    var provenance: Provenance?
    private(set) var events: [Event] = []
    private(set) var answers: [ScreenResult] = []
    private(set) var loads: [LoadReason] = []
    func draw(in canvas: inout Canvas) { canvas.write("\(canvas.rows) rows", row: 0) }
    func handle(_ event: Event, _ navigator: Navigator) -> Handled {
      events.append(event)
      return .ignored
    }
    func receive(_ answer: ScreenResult, _ navigator: Navigator) { answers.append(answer) }
    func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
      loads.append(loadReason)
      if loadReason == .userRefresh { navigator.notify("Refreshed.") }
      navigator.copy("\(loadReason)")
    }
  }

  private let probe = Probe()
  private let stage = Stage(rows: 14, columns: 20)

  /// A banner of so many phrases, each of which needs a line.
  private func sections(
    titles: [String] = ["One", "Two"], phrases: Int = 0, isVital: Bool = false,
    bannerTimestamp: Int? = nil, failure: @escaping @MainActor () -> (any Error)? = { nil }
  ) -> SectionsController {
    SectionsController(
      title: "Farm",
      sections: titles.map { title in
        ScreenSection(title, title: title) {
          if title == "One" { return self.probe }
          return TextController(title: title) { $0.show("text") }
        }
      }
    ) { load in
      if let failure = failure() { throw failure }
      load.show(
        Banner(
          title: "Farm", headline: "The farm",
          phrases: (0..<phrases).map { .init("phrase number \($0)", isVital: isVital) }),
        from: bannerTimestamp.map { Provenance(.live("farm"), timestamp: $0) })
    }
  }

  /// The row of the bar of titles.
  private func bar(_ sections: SectionsController) -> Int? {
    stage.lines(of: sections).firstIndex { $0.contains("[One]") }
  }

  // MARK: Room

  @Test(
    "A banner has three to five lines, by window and vital phrases",
    arguments: [
      (14, 4, false, 5), (13, 4, false, 1), (14, 5, false, 1), (13, 2, false, 3), (13, 3, false, 1),
      (13, 3, true, 4), (13, 4, true, 4), (13, 2, true, 3), (14, 4, true, 5),
    ])
  func theBannerHasFiveLinesOrThreeAndForWhatIsVitalFour(
    rows: Int, phrases: Int, isVital: Bool, row: Int
  ) async {
    stage.size = Size(rows: rows, columns: 20)
    let sections = sections(phrases: phrases, isVital: isVital)
    await sections.load(.appear, stage.navigator)
    #expect(bar(sections) == row)
    #expect(stage.lines(of: sections)[row + 1] == "\(rows - row - 1) rows")
  }

  @Test func aSingleSectionHasNoBarAndNoKeysForIt() async {
    let sections = sections(titles: ["One"])
    await sections.load(.appear, stage.navigator)
    #expect(stage.lines(of: sections).prefix(2) == [" The farm", "13 rows"])
    #expect(sections.bindings.isEmpty)
    stage.mouse(.click, row: 0, column: 2, in: sections)
    #expect(probe.events.isEmpty)
  }

  @Test("A sections screen shows Loading until its banner is there")
  func untilTheBannerIsThereItLoads() {
    #expect(stage.lines(of: sections()).prefix(3) == [" Loading…", " [One]  Two", "12 rows"])
  }

  @Test("A banner's error is below the banner") func aFailureOfTheBannerStandsBelowIt() async {
    let well = Well()
    let sections = sections { well.isDry ? TestError() : nil }
    await sections.load(.appear, stage.navigator)
    well.isDry = true
    await sections.load(.userRefresh, stage.navigator)
    #expect(
      stage.lines(of: sections).prefix(4)
        == [" The farm", " ✕ The well is dry.", " [One]  Two", "11 rows"])
  }

  /// The section says the same.
  @Test("An error of both banner and section is shown once") func whatBothCanNotBeHadForIsSaidOnce()
    async
  {
    stage.size = Size(rows: 14, columns: 40)
    let sections = SectionsController(
      title: "Farm",
      sections: [
        ScreenSection("1", title: "One") { TextController(title: "") { _ in throw TestError() } }
      ]
    ) { _ in throw TestError() }
    await sections.load(.appear, stage.navigator)
    #expect(stage.lines(of: sections).filter { $0.contains("The well is dry.") }.count == 1)
    #expect(stage.lines(of: sections).prefix(2) == ["", "  ✕ Loading failed"])
  }

  // MARK: Keys and clicks

  @Test func theFirstNineSectionsHaveADigit() async {
    let sections = sections(titles: (1...10).map { "Title \($0)" })
    let keys = sections.bindings.filter { $0.help.hasPrefix("Go to Title") }
    #expect(keys.map(\.keys) == "123456789".map { [.character($0)] })
    stage.press("9", in: sections)
    #expect(sections.state.sectionID == "Title 9")
    stage.press(.tab, in: sections)
    #expect(sections.state.sectionID == "Title 10")
    stage.press(.tab, in: sections)
    #expect(sections.state.sectionID == "Title 1")
    stage.press(.backTab, in: sections)
    #expect(sections.state.sectionID == "Title 10")
  }

  @Test("Only clicks on the section bar select a section") func onlyTheBarTakesAClickForATitle()
    async
  {
    let sections = sections(phrases: 2)
    await sections.load(.appear, stage.navigator)
    #expect(bar(sections) == 3)
    for row in [0, 1, 2] {
      stage.mouse(.click, row: row, column: 8, in: sections)
      #expect(sections.state.sectionID == nil)
    }
    #expect(probe.events.isEmpty)
    stage.mouse(.click, row: 4, column: 8, in: sections)
    #expect(
      probe.events == [.mouse(Mouse(.click, at: Position(row: 0, column: 8)))])
    stage.mouse(.click, row: 3, column: 8, in: sections)
    #expect(sections.state.sectionID == "Two")
    // The section that is shown again learns how large it is now.
    stage.size = Size(rows: 20, columns: 20)
    stage.mouse(.click, row: 3, column: 3, in: sections)
    #expect(sections.state.sectionID == "One")
    #expect(probe.events.last == .resize(Size(rows: 16, columns: 20)))
  }

  // MARK: Loading

  @Test("A sections screen reports Refreshed once, when all has succeeded")
  func thatItIsRefreshedIsSaidOnceAllOfItIs() async {
    let well = Well()
    let sections = sections { well.isDry ? TestError() : nil }
    await sections.load(.appear, stage.navigator)
    await sections.load(.userRefresh, stage.navigator)
    #expect(stage.notices == ["Refreshed."])
    well.isDry = true
    await sections.load(.userRefresh, stage.navigator)
    #expect(stage.notices == ["Refreshed."])
    // All else that the section asks for is done.
    #expect(stage.copies == ["appear", "userRefresh", "userRefresh"])
  }

  @Test("Results reach the section, except recoveries of the whole screen")
  func answersReachTheSectionButNotThoseAboutTheWhole() async {
    var banners = 0
    let sections = sections {
      banners += 1
      return nil
    }
    await sections.load(.appear, stage.navigator)
    sections.receive(.recovered, stage.navigator)
    #expect(stage.refreshes == 1)
    sections.receive(.cacheChanged, stage.navigator)
    await stage.work()
    #expect(banners == 2)
    #expect(probe.loads == [.appear])
    #expect(probe.answers == [])
    let answer = ScreenResult(question: "size", choiceID: "L")
    sections.receive(answer, stage.navigator)
    #expect(probe.answers == [answer])
    // Restored, all of it is loaded again.
    sections.restoreState(SectionsState())
    await sections.load(.appear, stage.navigator)
    #expect(banners == 3)
    #expect(probe.loads == [.appear, .appear])
  }

  @Test(
    "A sections screen has the oldest timestamp of its parts",
    arguments: [(10, 20, 10), (30, 20, 20)])
  func theWholeIsAsOldAsTheOldestOfIt(banner: Int, section: Int, timestamp: Int) async {
    probe.provenance = Provenance(.live("farm"), timestamp: section)
    let sections = sections(bannerTimestamp: banner)
    await sections.load(.appear, stage.navigator)
    #expect(sections.provenance == Provenance(.live("farm"), timestamp: timestamp))
    probe.provenance = nil
    #expect(sections.provenance == Provenance(.live("farm"), timestamp: banner))
  }
}
