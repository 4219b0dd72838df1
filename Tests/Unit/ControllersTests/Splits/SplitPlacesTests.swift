import Restoration
import Screens
import Terminals
import Testing

@testable import Controllers

/// The room of list and details to the column, and where keys, clicks and answers go.
@MainActor @Suite struct SplitPlacesTests {
  @Test(
    "A split divides windows of 120 columns or more",
    arguments: [
      (119, false, 119, Area(row: 0, column: 0, rows: 24, columns: 119)),
      (120, true, 48, Area(row: 0, column: 49, rows: 24, columns: 71)),
      (200, true, 80, Area(row: 0, column: 81, rows: 24, columns: 119)),
    ])
  func aWindowIsDividedFromACertainWidthOn(
    columns: Int, isWide: Bool, list: Int, details: Area
  ) {
    let layout = SplitLayout(size: Size(rows: 24, columns: columns))
    #expect(layout.isWide == isWide)
    #expect(layout.list == Area(row: 0, column: 0, rows: 24, columns: list))
    #expect(layout.ruleColumn == list)
    #expect(layout.details == details)
  }

  /// The details of an animal, which say what reaches them.
  private final class Details: Screen {
    struct State: RestorableState { var count = 0 }
    var state = State()
    let title: String
    var provenance: Provenance?
    var hasBeenToldToQuit = false
    var events: [Event] = []
    init(_ title: String) { self.title = title }
    func draw(in canvas: inout Canvas) { canvas.write("about \(title)", row: 0) }
    func handle(_ event: Event, _ navigator: Navigator) -> Handled {
      events.append(event)
      return .ignored
    }
    func prepareToQuit() { hasBeenToldToQuit = true }
  }

  @MainActor private final class Made {
    var details: [Details] = []
    var answers: [ScreenResult] = []
    var provenance: Provenance?
  }

  private let made = Made()
  private let stage = Stage(rows: 24, columns: 120)

  private func split(
    _ count: Int = 3, title: String? = nil, provenance: Provenance? = nil
  ) -> SplitController<Animal> {
    let made = made
    return SplitController(
      list: ListController(
        title: "Animals", columns: Animal.columns, id: { $0.id },
        source: { load in
          load.show(
            ListContent(rows: (0..<count).map { Animal("\($0)") }, noun: ("animal", "animals")),
            from: provenance)
        }, open: { _, navigator in navigator.showDetails() }),
      title: { title }, onResult: { answer, _ in made.answers.append(answer) },
      details: { id in
        let details = Details(id)
        details.provenance = made.provenance
        made.details.append(details)
        return details
      })
  }

  @Test("A split draws a rule between list and details")
  func bothStandBesideEachOtherWithARuleBetween() async {
    let split = split()
    await split.load(.appear, stage.navigator)
    let lines = stage.lines(of: split)
    #expect(lines.allSatisfy { Array($0)[48] == "│" })
    #expect(lines[0].hasSuffix("│about 0"))
    stage.size = Size(rows: 24, columns: 119)
    #expect(!stage.lines(of: split).joined().contains("│"))
  }

  @Test("Mouse events in a split go to the part at their column")
  func aClickGoesToThePartWhoseColumnItHits() async {
    let split = split()
    await split.load(.appear, stage.navigator)
    stage.mouse(.click, row: 2, column: 48, in: split)
    #expect(!split.state.isInDetails && split.list.state.selectedID == nil)
    stage.mouse(.click, row: 2, column: 47, in: split)
    #expect(split.list.state.selectedID == "1")
    #expect(split.state.shownID == "1")
    // The wheel scrolls what it is over, and moves no keys.
    stage.mouse(.scrollDown, row: 2, column: 49, in: split)
    #expect(!split.state.isInDetails)
    #expect(
      made.details.last?.events == [.mouse(Mouse(.scrollDown, at: Position(row: 2, column: 0)))])
    stage.mouse(.click, row: 2, column: 49, in: split)
    #expect(split.isInDetails && !split.list.hasFocus)
    stage.mouse(.scrollUp, row: 2, column: 3, in: split)
    #expect(split.isInDetails)
    stage.mouse(.doubleClick, row: 1, column: 3, in: split)
    #expect(!split.isInDetails && split.list.hasFocus)
  }

  @Test("A split's title names the details that have the focus")
  func theTitleNamesTheDetailsThatHaveTheKeys() async {
    let split = split()
    await split.load(.appear, stage.navigator)
    #expect(split.title == "Animals")
    stage.press(.tab, in: split)
    #expect(split.title == "Animals › 0")
    stage.press(.escape, in: split)
    #expect(split.title == "Animals")
    for (own, expected) in [("", "0"), ("0", "0"), ("Farm", "Farm › 0")] {
      let named = self.split(title: own)
      await named.load(.appear, stage.navigator)
      stage.press(.tab, in: named)
      #expect(named.title == expected)
    }
  }

  @Test("A split replaces the details by the next row's, up to the last")
  func theNextRowsDetailsTakeThePlaceOfTheseUpToTheLast() async {
    let split = split()
    await split.load(.appear, stage.navigator)
    stage.press(.tab, "n", "n", "n", in: split)
    #expect(split.state.shownID == "2" && split.list.state.selectedID == "2")
    #expect(stage.notices == ["This is the last of 3 animals."])
    stage.press("p", "p", "p", in: split)
    #expect(split.state.shownID == "0")
    #expect(stage.notices.last == "This is the first of 3 animals.")
    #expect(made.details.map(\.title) == ["0", "1", "2", "1", "0"])
  }

  @Test("A split without rows offers no way to details", arguments: [(0, false), (1, true)])
  func withoutRowsThereAreNoDetailsToGoTo(count: Int, isOffered: Bool) async {
    let split = split(count)
    #expect(split.bindings.contains { $0.keys == [.tab] })
    await split.load(.appear, stage.navigator)
    #expect(split.bindings.contains { $0.keys == [.tab] } == isOffered)
  }

  /// The window may have grown while another screen was above.
  @Test("A split's result uses the present window size") func anAnswerFindsTheWindowAsItIsNow()
    async
  {
    let split = split()
    stage.size = Size(rows: 24, columns: 80)
    await split.load(.appear, stage.navigator)
    #expect(split.state.shownID == nil)
    stage.size = Size(rows: 24, columns: 120)
    let answer = ScreenResult(question: ListController<Animal>.sortQuestion, choiceID: "name:desc")
    split.receive(answer, stage.navigator)
    #expect(split.state.shownID == "2")
    #expect(made.answers == [])
    let other = ScreenResult(question: "size", choiceID: "L")
    split.receive(other, stage.navigator)
    #expect(made.answers == [other])
    split.receive(.recovered, stage.navigator)
    #expect(stage.refreshes == 1 && made.answers == [other])
  }

  @Test("A split makes hidden details once the window is wide enough")
  func detailsOutOfSightAreMadeWhenTheWindowHasRoomForThem() async {
    let split = split()
    stage.size = Size(rows: 24, columns: 119)
    await split.load(.appear, stage.navigator)
    stage.press(.down, in: split)
    #expect(split.state.shownID == nil && made.details.isEmpty)
    stage.size = Size(rows: 24, columns: 120)
    _ = split.handle(.resize(stage.size), stage.navigator)
    #expect(split.state.shownID == "1")
    await stage.work()
    #expect(made.details.map(\.title) == ["1"])
    split.prepareToQuit()
    #expect(made.details[0].hasBeenToldToQuit)
  }

  @Test(
    "A split has the older timestamp of its visible parts",
    arguments: [
      (Provenance(.live("farm"), timestamp: 5), Provenance(.live("farm"), timestamp: 7), 5, true),
      (Provenance(.live("farm"), timestamp: 7), Provenance(.live("farm"), timestamp: 5), 5, true),
      (
        Provenance(.live("farm"), timestamp: 7), Provenance(.live("farm"), .offline, timestamp: 5),
        5,
        false
      ),
      (Provenance(.live("farm"), timestamp: 7), Provenance(.live("farm"), .notRequested), 7, true),
    ])
  func besideEachOtherTheyAreAsOldAsTheOlder(
    list: Provenance, details: Provenance, timestamp: Int, isCurrent: Bool
  ) async {
    made.provenance = details
    let split = split(provenance: list)
    await split.load(.appear, stage.navigator)
    #expect(split.provenance?.timestamp == timestamp)
    #expect(split.provenance?.isCurrent == isCurrent)
    // One in the place of the other: only what is seen counts.
    stage.size = Size(rows: 24, columns: 80)
    await split.load(.appear, stage.navigator)
    #expect(split.provenance == list)
  }

  @Test("A split restores its focus, selection and details") func restoredItIsWhereItWas() async {
    let split = split()
    await split.load(.appear, stage.navigator)
    stage.press(.down, .tab, in: split)
    let saved = split.encodeState()
    #expect(saved.isInDetails && saved.shownID == "1" && saved.details != nil)
    let again = self.split()
    again.restoreState(saved)
    #expect(again.isInDetails && !again.list.hasFocus)
    #expect(again.list.state.selectedID == "1")
    // Nobody is in details that there are none of.
    var wild = SplitState()
    wild.isInDetails = true
    again.restoreState(wild)
    #expect(!again.isInDetails && again.list.hasFocus)
  }
}
