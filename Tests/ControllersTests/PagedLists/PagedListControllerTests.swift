import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// A herd that comes in pieces.
@MainActor private final class Herd {
  var count: Int
  var saysTotal = true
  var failure: (any Error)?
  private(set) var requests: [ListPageRequest] = []

  init(count: Int) { self.count = count }

  var application: Application<BarnRoute> {
    Application("barn", title: "Barn", root: .list) { route in
      if case .animal(let id) = route {
        return DetailController(name: id) {
          $0.show(Detail(title: id, headline: "animal \(id)", sections: []))
        }
      }
      return PagedListController(
        title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        emptyText: "The herd is gone.",
        source: { request in
          self.requests.append(request)
          if let failure = self.failure { throw failure }
          let end = min(self.count, request.start + request.count)
          let rows = (min(request.start, end)..<end).map { Animal("\($0)", legs: 1000 - $0) }
          return ListPage(
            rows: rows, total: self.saysTotal ? self.count : nil, hasMore: end < self.count)
        },
        open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
    }
  }

  func session(_ size: Size = Size(rows: 24, columns: 80)) async throws -> TestSession<BarnRoute> {
    try await TestSession(application, size: size)
  }
}

@MainActor @Suite struct PagedListControllerTests {
  @Test func onlyWhatIsAboutToBeShownIsFetched() async throws {
    let herd = Herd(count: 5_000)
    let session = try await herd.session(Size(rows: 10, columns: 40))
    #expect(herd.requests.count == 1)
    try session.expect("20 of 5000 animals")
  }

  @Test func theNextPageComesBeforeTheEndIsReachedAndTheLastOneToo() async throws {
    let herd = Herd(count: 203)
    let session = try await herd.session()
    for _ in 0..<30 { await session.press(.pageDown) }
    try session.expect("203 animals")
    #expect(session.selectedID == "202")
    let starts = herd.requests.map(\.start)
    #expect(starts == starts.sorted())
    #expect(Set(starts).count == starts.count)
  }

  @Test func theScrolledPlaceComesBackWithAsManyRows() async throws {
    let herd = Herd(count: 500)
    let session = try await herd.session()
    for _ in 0..<6 { await session.press(.pageDown) }
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }

  @Test func toFilterAllOfItIsFetchedAHundredAtATime() async throws {
    let herd = Herd(count: 350)
    let session = try await herd.session()
    await session.press("/", "3", "4", "9")
    try session.expect("1 of 350")
    #expect(session.selectedID == "349")
    #expect(herd.requests.allSatisfy { (20...100).contains($0.count) })
  }

  @Test func toSortAllOfItIsFetchedToo() async throws {
    let session = try await Herd(count: 130).session()
    await session.press("s", .home, "j", "j", .enter)
    try session.expect("130 animals")
    await session.press(.home)
    #expect(session.selectedID == "129")
  }

  @Test func withoutATotalItSaysThatThereIsMore() async throws {
    let herd = Herd(count: 100)
    herd.saysTotal = false
    let session = try await herd.session(Size(rows: 10, columns: 40))
    try session.expect("20 animals, and more")
  }

  @Test func aPageThatFailsLeavesWhatIsThereAndIsAskedForAgain() async throws {
    let herd = Herd(count: 100)
    let session = try await herd.session(Size(rows: 14, columns: 60))
    let count = herd.requests.count
    herd.failure = TestProblem()
    await session.press(.end)
    try session.expect(TestProblem().errorDescription ?? "?")
    try session.expect("of 100 animals")
    #expect(herd.requests.count == count + 1)
    herd.failure = nil
    await session.press(.up)
    #expect(herd.requests.count > count + 1)
  }

  @Test func aRefreshFetchesAsMuchAnew() async throws {
    let herd = Herd(count: 300)
    let session = try await herd.session()
    for _ in 0..<5 { await session.press(.pageDown) }
    let selected = session.selectedID
    herd.count = 200
    await session.press("r")
    try session.expect("of 200 animals")
    #expect(session.selectedID == selected)
  }

  @Test func rowsThatMoveOntoTheNextPageAreShownOnce() async throws {
    let herd = Herd(count: 60)
    let application = Application<OnlyRoute>("herd") {
      PagedListController(
        title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        emptyText: "",
        source: { request in
          // One was added at the top after the first page.
          let shift = request.start > 0 ? 1 : 0
          let rows = (0..<20).map { Animal("\(request.start + $0 - shift)") }
          return ListPage(rows: rows, hasMore: request.start + 20 < herd.count)
        })
    }
    let session = try await TestSession(application)
    await session.press(.end, .end, .end)
    try session.expect("59 animals")
  }

  @Test func anEmptyPageThatClaimsMoreEndsIt() async throws {
    let application = Application<OnlyRoute>("herd") {
      PagedListController(
        title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        emptyText: "The herd is gone.", source: { _ in ListPage(rows: [], hasMore: true) })
    }
    try await TestSession(application).expect("The herd is gone.")
  }

  @Test func aLargerWindowIsFilledAlsoOneThatGrewWhileTheListWasCovered() async throws {
    let session = try await Herd(count: 500).session(Size(rows: 10, columns: 40))
    await session.press(.enter)
    await session.send(.resize(Size(rows: 60, columns: 80)))
    await session.press(.escape)
    #expect(session.shownIDs.count > 50)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func everyEventOfARandomScriptIsRestored(seed: UInt64) async throws {
    try await assertRestorable(
      Herd(count: 300).application, script: .random(seed: seed, count: 250))
  }
}
