import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

@MainActor @Suite struct SplitControllerTests {
  /// Animals whose details say their names, and count how often they were asked for.
  @MainActor private final class Stable {
    var rows = (10..<40).map { Animal("\($0)") }
    var asked: [String] = []
    /// The reason why nobody has the details; nil if they can be had.
    var problem: (any Error)?

    var application: Application<BarnRoute> {
      Application("stable", title: "Stable", root: .list) { route in
        if case .animal(let id) = route {
          return DetailController(title: id) {
            $0.show(Detail(title: id, headline: "above is \(id)", sections: []))
          }
        }
        return self.split
      }
    }

    private var split: SplitController<Animal> {
      SplitController(
        list: ListController(
          title: "Animals", columns: Animal.columns, id: { $0.id },
          source: { load in
            load.show(ListContent(rows: self.rows, noun: ("animal", "animals")))
          },
          open: { animal, navigator in
            animal.id == "12"
              ? navigator.push(BarnRoute.animal(animal.id)) : navigator.showDetails()
          }),
        bindings: [KeyBinding("w", help: "Say what") { $0.notify("What.") }]
      ) { id in
        DetailController(title: id) { load in
          self.asked.append(id)
          if let problem = self.problem { throw problem }
          let rows = (0..<60).map { DetailRow.text(id: "\($0)", "line \($0) of \(id)") }
          load.show(
            Detail(
              title: "no. \(id)", headline: "detail of \(id)",
              sections: [
                DetailSection(rows: rows),
                DetailSection(rows: [.labelled("Up", "there", opens: BarnRoute.animal("x"))]),
              ]))
        }
      }
    }
  }

  private nonisolated static let wide = Size(rows: 24, columns: 120)
  private nonisolated static let narrow = Size(rows: 24, columns: 80)

  private func session(_ size: Size, _ stable: Stable = Stable()) async throws
    -> TestSession<BarnRoute>
  { try await TestSession(stable.application, size: size) }

  @Test("A split in a wide window shows list and details at once")
  func aWideWindowShowsBothFromTheBeginning() async throws {
    let session = try await session(Self.wide)
    try session.expect("name of 10")
    try session.expect("detail of 10")
    #expect(session.frame.text(ofRow: 5).contains("│"))
  }

  @Test("A split retries offline details by itself")
  func detailsThatCouldNotBeHadAreAskedForAgainByThemselves() async throws {
    let stable = Stable()
    stable.problem = DataStatusTestError(dataStatus: .offline)
    let session = try await session(Self.wide, stable)
    #expect(stable.asked == ["10"])
    stable.problem = nil
    await session.pass(seconds: 15)
    try session.expect("detail of 10")
    await session.pass(seconds: 60)
    #expect(stable.asked == ["10", "10"])
  }

  @Test("A split doesn't retry hidden details") func detailsOutOfSightAreNotAskedForAgain()
    async throws
  {
    let stable = Stable()
    stable.problem = DataStatusTestError(dataStatus: .offline)
    let session = try await session(Self.narrow, stable)
    await session.press(.tab, .escape)
    await session.pass(seconds: 60)
    #expect(stable.asked == ["10"])
  }

  @Test("A split's details follow the selection and the filter")
  func theDetailsFollowTheSelectionAndTheFilter() async throws {
    let session = try await session(Self.wide)
    await session.press(.down)
    try session.expect("detail of 11")
    await session.press("/", "3", "7")
    try session.expect("detail of 37")
    try await session.killAndRelaunch()
    try session.expect("detail of 37")
  }

  @Test("A split in a narrow window loads details only when opened")
  func aNarrowWindowShowsOneAndNothingIsAskedInVain() async throws {
    let stable = Stable()
    let session = try await session(Self.narrow, stable)
    await session.press(.down, .down, .down)
    try session.expectNo("detail of")
    #expect(stable.asked.isEmpty)
    await session.press(.enter)
    try session.expect("detail of 13")
    try session.expectNo("name of")
    #expect(stable.asked == ["13"])
    await session.press(.escape)
    #expect(session.selectedID == "13")
  }

  @Test("The top line of a split names the details that have the focus")
  func theTopLineSaysWhereTheKeysGo() async throws {
    let session = try await session(Self.wide)
    try session.expectNo("› no. 10")
    await session.press(.tab)
    try session.expect("Stable › Animals › no. 10")
    #expect(session.selectedText == nil)
    await session.press(.escape)
    #expect(session.selectedID == "10")
  }

  @Test("A split's keys go to the focused part, also after a kill") func theKeysGoToWhatHasThem()
    async throws
  {
    let session = try await session(Self.wide)
    await session.press(.tab, .pageDown)
    try session.expect("line 30 of 10")
    try session.expectNo("detail of 10")
    try await session.killAndRelaunch()
    try session.expect("line 30 of 10")
    await session.press(.left, .down)
    try session.expect("detail of 11")
  }

  @Test("A split keeps its row and scroll position across window widths", arguments: [true, false])
  func anotherWidthIsTheSamePlace(isInDetails: Bool) async throws {
    let session = try await session(Self.narrow)
    await session.press(.down)
    if isInDetails { await session.press(.enter, .pageDown) }
    await session.send(.resize(Self.wide))
    let line = isInDetails ? "line 30 of 11" : "line 3 of 11"
    try session.expect(line)
    try session.expect("name of 11")
    await session.send(.resize(Self.narrow))
    try session.expect(isInDetails ? line : "name of 11")
    try await session.killAndRelaunch(size: Self.wide)
    try session.expect(line)
    try session.expect("name of 11")
  }

  @Test("A split is unchanged after a screen above it closes") func whatOpensAboveComesBackToBoth()
    async throws
  {
    let session = try await session(Self.wide)
    await session.press(.down, .down, .enter)
    try session.expect("above is 12")
    await session.press(.escape)
    try session.expect("detail of 12")
    await session.press(.tab, .end, .enter)
    try session.expect("above is x")
    try await session.killAndRelaunch()
    await session.press(.escape)
    try session.expect("no. 12")
  }

  @Test("Keys n and p in a split's details walk through the list")
  func nextAndPreviousWalkThroughTheList() async throws {
    let session = try await session(Self.narrow)
    await session.press(.enter, "n", "n")
    try session.expect("detail of 12")
    await session.press("p")
    try session.expect("detail of 11")
    await session.press("p", "p")
    try session.expect("This is the first of 30 animals.")
    await session.press(.escape)
    #expect(session.selectedID == "10")
  }

  @Test("A click in a split focuses the part that it hits") func aClickGoesToThePartThatItHits()
    async throws
  {
    let session = try await session(Self.wide)
    await session.mouse(.click, row: 4, column: 90)
    try session.expect("› no. 10")
    await session.mouse(.scrollDown, row: 4, column: 90)
    try session.expectNo("detail of 10")
    await session.mouse(.click, row: 4, column: 4)
    #expect(session.selectedID == "12")
    try session.expect("detail of 12")
  }

  @Test("A split shows the neighbour's details when a row is lost")
  func aRowThatIsGoneGivesWayToItsNeighbour() async throws {
    let stable = Stable()
    let session = try await session(Self.wide, stable)
    await session.press(.down)
    stable.rows.remove(at: 1)
    await session.press("r")
    try session.expect("detail of 12")
  }

  @Test("An application's keys work in a split's list and details")
  func theApplicationsKeysWorkInBoth() async throws {
    let session = try await session(Self.wide)
    await session.press("w")
    try session.expect("What.")
    await session.press(.tab)
    try session.expectNo("What.")
    await session.press("w")
    try session.expect("What.")
  }

  @Test("A split with an empty list has no details") func anEmptyListHasNoDetails() async throws {
    let stable = Stable()
    stable.rows = []
    let session = try await session(Self.wide, stable)
    await session.press(.tab, .enter, "n")
    try session.expect("There is nothing here.")
  }

  @Test("The restoration law holds for a split", arguments: [1, 2, 3] as [UInt64], [wide, narrow])
  func everyEventIsRestored(seed: UInt64, size: Size) async throws {
    try await assertRestorable(
      Stable().application, size: size, script: .random(seed: seed, count: 250))
  }
}
