import Controllers
import RepriseTesting
import Screens
import Terminals
import Testing

@MainActor @Suite struct TreeControllerTests {
  /// Numbers with their tenfold and one more below them, and one that leads back to the first.
  @MainActor private final class Numbers {
    var asked: [String] = []
    var failing: Set<String> = []
    var refreshInterval: Int?
    var footer: (@Sendable (TreeRow<Animal>) -> String)?
    var first = (1...20).map { Animal("\($0)") }

    var application: Application<BarnRoute> {
      Application("numbers", title: "Numbers", root: .list) { route in
        if case .animal(let id) = route {
          return DetailController(title: id) {
            $0.show(Detail(title: id, headline: "animal \(id)", sections: []))
          }
        }
        return TreeController(
          title: "Tree", columns: Animal.columns, id: { $0.id },
          isExpandable: { $0.id.count < 3 }, noun: ("number", "numbers"),
          options: {
            $0.refreshInterval = { self.refreshInterval }
            $0.actions = [
              RowAction("y", label: "say", help: "Say it") { $1.notify("It is \($0.row.id).") }
            ]
            $0.footer = self.footer
          },
          source: { load, branches in
            load.show(
              try await branches.rows { row in
                self.asked.append(row?.id ?? "first")
                guard let row else { return self.first }
                if self.failing.contains(row.id) { throw TestError() }
                return ["0", "1"].map { Animal(row.id + $0) } + [Animal("1")]
              })
          },
          open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
      }
    }
  }

  private func session(_ numbers: Numbers = Numbers()) async throws -> TestSession<BarnRoute> {
    try await TestSession(numbers.application)
  }

  @Test func enterOpensABranchAndClosesIt() async throws {
    let session = try await session()
    try session.expect("20 numbers")
    await session.press(.down, .enter)
    #expect(Array(session.shownIDs.prefix(6)) == ["1", "2", "20", "21", "1", "3"])
    try session.expect("23 numbers")
    await session.press(.enter)
    #expect(Array(session.shownIDs.prefix(3)) == ["1", "2", "3"])
  }

  @Test("A tree refreshes by timer and has a footer") func itIsLoadedAnewByItselfAndSaysMoreOfARow()
    async throws
  {
    let numbers = Numbers()
    numbers.refreshInterval = 5
    numbers.footer = { "This is number \($0.row.id)." }
    let session = try await session(numbers)
    try session.expect("This is number 1.")
    numbers.first = (1...10).map { Animal("\($0)") }
    await session.pass(seconds: 5)
    try session.expect("10 numbers")
    await session.press(.down)
    try session.expect("This is number 2.")
  }

  @Test("A tree's open branches are restored after a kill") func openBranchesComeBack() async throws
  {
    let session = try await session()
    await session.press(.down, .enter, .down, .enter, .down)
    #expect(session.selectedID == "200")
    try await session.killAndRelaunch()
    #expect(session.selectedID == "200")
    try session.expect("▼ name of 20")
  }

  @Test("Left closes a tree's branch or selects the parent") func leftClosesOrGoesUpAndThenBack()
    async throws
  {
    let session = try await session()
    await session.press(.down, .enter, .down, .down, .left)
    #expect(session.selectedID == "2")
    await session.press(.left)
    try session.expect("20 numbers")
    await session.press(.left)
    #expect(session.selectedID == "2")
  }

  @Test("A tree's branches below a closed branch stay open")
  func whatIsOpenBelowAClosedBranchStaysOpen() async throws {
    let session = try await session()
    await session.press(.down, .enter, .down, .enter, .up, .left)
    try session.expect("20 numbers")
    await session.press(.enter)
    try session.expect("26 numbers")
  }

  @Test("A tree doesn't expand a row below itself") func aRowBelowItselfIsNotOpenedAgain()
    async throws
  {
    let session = try await session()
    await session.press(.enter, .down, .down, .down)
    #expect(session.selectedID == "1")
    await session.press(.enter)
    try session.expect("animal 1")
  }

  @Test("A tree requests only its open branches") func onlyOpenBranchesAreAsked() async throws {
    let numbers = Numbers()
    let session = try await session(numbers)
    await session.press(.down, .enter)
    #expect(numbers.asked == ["first", "first", "2"])
  }

  @Test("A tree closes a branch that fails and keeps the others")
  func aBranchThatCannotBeHadIsClosedAndTheOthersStay() async throws {
    let numbers = Numbers()
    let session = try await session(numbers)
    await session.press(.down, .down, .enter, .up, .enter)
    try session.expect("26 numbers")
    numbers.failing = ["2"]
    try await session.killAndRelaunch()
    try session.expect("23 numbers")
    try session.expect("The well is dry.")
    try session.expectNo("failed")
    await session.press(.enter)
    try session.expect("23 numbers")
    numbers.failing = []
    await session.press(.enter)
    try session.expect("26 numbers")
    await session.press(.enter)
    try session.expect("23 numbers")
  }

  @Test("A tree's filter matches rows of open branches") func aFilterLooksThroughWhatIsInSight()
    async throws
  {
    let session = try await session()
    await session.press(.down, .enter, "/", "2", "0")
    try session.expect("2 of 23 match")
    try await session.killAndRelaunch()
    try session.expect("2 of 23 match")
  }

  @Test("A tree's row action applies to the selected row") func anActionIsForTheRow() async throws {
    let session = try await session()
    await session.press(.down, "y")
    try session.expect("It is 2.")
  }

  @Test("The restoration law holds for a tree", arguments: [1, 2, 3] as [UInt64])
  func everyEventIsRestored(seed: UInt64) async throws {
    try await assertRestorable(
      Numbers().application, script: .random(seed: seed, count: 250))
  }
}
