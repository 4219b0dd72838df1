import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@testable import Controllers

/// A herd that comes in pieces.
@MainActor private final class Herd {
  var count: Int
  var saysTotal = true
  /// So many were added at the top.
  var offset = 0
  var failure: (any Error)?
  /// What is known of the herd before it is asked: nil for nothing.
  var known: ClosedRange<Int>?
  /// Closed while nobody answers.
  let gate = Turnstile()
  /// The columns that pages bring; nil for those of the list.
  var columns: ListColumns<Animal>?
  /// The progress that is said of each page; nil for none.
  var progress: String?
  var exports: ListExports<Animal>?
  private(set) var requests: [ListPageRequest] = []
  /// How often something was asked of a row.
  let asked = AskedOfRows()
  private weak var list: PagedListController<Animal>?

  /// How many rows are in memory.
  var keptCount: Int { list?.pages.rows.count ?? 0 }

  var isRefreshable = true
  var refreshInterval: Int?
  var footer: (@Sendable (Animal) -> String)?

  init(count: Int) { self.count = count }

  var application: Application<BarnRoute> {
    Application("barn", title: "Barn", root: .list) { route in
      if case .animal("#") = route { return Herd.numberForm }
      if case .animal(let id) = route {
        return DetailController(title: id) {
          $0.show(Detail(title: id, headline: "animal \(id)", sections: []))
        }
      }
      let list = PagedListController(
        title: "Herd", columns: Animal.columns(self.asked),
        id: { [asked = self.asked] in asked.note($0.id) }, noun: ("animal", "animals"),
        options: {
          $0.emptyText = "The herd is gone."
          $0.isRefreshable = self.isRefreshable
          $0.refreshInterval = { self.refreshInterval }
          $0.bindings = [
            KeyBinding("#", help: "Go to a number") { $0.push(BarnRoute.animal("#")) }
          ]
          $0.footer = self.footer
          $0.exports = self.exports
        },
        source: PageSource { request in
          self.requests.append(request)
          if let progress = self.progress { request.say(progress) }
          await self.gate.wait()
          if let failure = self.failure { throw failure }
          return self.page(request)
        } cached: { request in
          guard let known = self.known, known.contains(request.start) else { return nil }
          return self.page(request, Provenance(.live("farm"), .offline))
        },
        open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
      self.list = list
      return list
    }
  }

  private static var numberForm: any Screen {
    FormController(
      title: "Go to", fields: [Field("number", label: "Number")],
      buttons: [
        FormButton("go", title: "Go") { input, navigator in
          navigator.returnResult(.row(number: Int(input.texts["number"] ?? "") ?? 0))
          return FormButton.Outcome()
        }
      ], submitID: "go")
  }

  private func page(_ request: ListPageRequest, _ age: Provenance? = nil) -> ListPage<Animal> {
    let end = min(count, request.start + request.count)
    let rows = (min(request.start, end)..<end).map {
      // What was known of them is different.
      Animal("\($0 - offset)", age == nil ? nil : "old name of \($0)", legs: 1000 - $0)
    }
    var page = ListPage(
      rows: rows, total: saysTotal ? count : nil, hasMore: end < count,
      note: rows.contains { $0.id == "77" } ? "The 77th is odd." : nil, from: age)
    page.columns = columns
    return page
  }

  func session(_ size: Size = Size(rows: 24, columns: 80)) async throws -> TestSession<BarnRoute> {
    try await TestSession(self.application, size: size)
  }
}

@MainActor @Suite struct PagedListControllerTests {
  @Test("A paged list first requests one page only") func onlyWhatIsAboutToBeShownIsFetched()
    async throws
  {
    let herd = Herd(count: 5_000)
    let session = try await herd.session(Size(rows: 10, columns: 40))
    #expect(herd.requests.count == 1)
    try session.expect(" 5,000 animals")
    try session.expect(" 1 of 5,000")
  }

  @Test("A paged list refreshes by timer and has a footer")
  func itIsLoadedAnewByItselfAndSaysMoreOfARow() async throws {
    let herd = Herd(count: 5_000)
    herd.isRefreshable = false
    herd.refreshInterval = 5
    herd.footer = { "This is animal \($0.id)." }
    let session = try await herd.session()
    try session.expect("This is animal 0.")
    let before = herd.requests.count
    await session.press("r")
    #expect(herd.requests.count == before)
    await session.pass(seconds: 5)
    #expect(herd.requests.count > before)
    await session.press(.down)
    try session.expect("This is animal 1.")
  }

  @Test(
    "A paged list goes to a row by its number, also after a kill",
    arguments: [1, 2, 2_500, 4_999, 5_000])
  func aRowIsGoneToByItsNumber(number: Int) async throws {
    let herd = Herd(count: 5_000)
    let session = try await herd.session()
    await session.press(.pageDown, "#")
    await session.type(String(number))
    await session.press(.enter)
    try session.expect("\(number.grouped) of 5,000")
    #expect(session.selectedText?.contains("name of \(number - 1) ") == true)
    #expect(herd.keptCount < 1_000)
    try await session.killAndRelaunch()
    try session.expect("\(number.grouped) of 5,000")
  }

  @Test("A paged list reports a row number beyond its end")
  func aNumberThatThereIsNoneOfIsSaidToBe() async throws {
    let session = try await Herd(count: 203).session()
    await session.press("#")
    await session.type("204")
    await session.press(.enter)
    try session.expect("There are 203 animals.")
    await session.press("/", "7", .enter, "#")
    await session.type("3")
    await session.press(.enter)
    try session.expect("First show all rows in their original order.")
  }

  @Test("A paged list requests each page once on the way to its end")
  func theNextPageComesBeforeTheEndIsReachedAndTheLastOneToo() async throws {
    let herd = Herd(count: 203)
    let session = try await herd.session()
    for _ in 0..<30 { await session.press(.pageDown) }
    try session.expect("203 of 203")
    #expect(session.selectedID == "202")
    let starts = herd.requests.map(\.start)
    #expect(starts == starts.sorted())
    #expect(Set(starts).count == starts.count)
  }

  @Test("A paged list restores its scroll position with few requests", arguments: [500, 100_000])
  func theScrolledPlaceComesBackWithoutWhatIsFarAboveIt(count: Int) async throws {
    let herd = Herd(count: count)
    let session = try await herd.session()
    for _ in 0..<count / 40 { await session.press(.pageDown) }
    let before = session.frame
    let asked = herd.requests.count
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    #expect(herd.requests.count <= asked + 4)
  }

  @Test("A paged list evicts far rows and requests them again")
  func farAwayNoMoreIsKeptAndItIsFetchedAgainOnTheWayBack() async throws {
    let herd = Herd(count: 5_000)
    let session = try await herd.session()
    while session.selectedID != "4999" {
      await session.press(.pageDown)
      #expect(herd.keptCount <= 1_200)
    }
    let asked = herd.requests.count
    while session.selectedID != "0" {
      await session.press(.pageUp)
      #expect(herd.keptCount <= 1_200)
    }
    try session.expect(" 1 of 5,000")
    #expect(herd.requests.count > asked + 50)
  }

  @Test("Moving at the end of 5,000 paged rows reads as few as of 50")
  func movingAtTheEndAsksNoMoreOfFiveThousandRowsThanOfFifty() async throws {
    let few = try await askedWhileMovingAtTheEnd(of: Herd(count: 50))
    let many = try await askedWhileMovingAtTheEnd(of: Herd(count: 5_000))
    #expect(many <= 2 * few)
  }

  /// Pages to the end, and counts what keys ask of the rows there: the least of several times,
  /// because a table may be made once.
  private func askedWhileMovingAtTheEnd(of herd: Herd) async throws -> Int {
    let session = try await herd.session()
    while session.selectedID != "\(herd.count - 1)" { await session.press(.pageDown) }
    let requests = herd.requests.count
    var fewest = Int.max
    for _ in 0..<5 {
      let before = herd.asked.total
      await session.press(.up, .down, .pageUp, .pageDown)
      fewest = min(fewest, herd.asked.total - before)
    }
    #expect(herd.requests.count == requests)
    return fewest
  }

  @Test("End and Home of a paged list of 100,000 rows need few requests")
  func theEndsOfTheListAreGoneToAtOnce() async throws {
    let herd = Herd(count: 100_000)
    let session = try await herd.session()
    await session.press(.end)
    #expect(session.selectedID == "99999")
    try session.expect("100,000 of 100,000")
    await session.press(.up)
    #expect(session.selectedID == "99998")
    try await session.killAndRelaunch()
    #expect(session.selectedID == "99998")
    await session.press("g")
    #expect(session.selectedID == "0")
    try session.expect(" 1 of 100,000")
    #expect(herd.requests.count < 20)
  }

  @Test("A paged list goes to its end once the last page arrives")
  func whoIsKilledOnTheWayToTheEndGoesOnToIt() async throws {
    let herd = Herd(count: 1_000)
    let session = try await herd.session()
    herd.gate.close()
    async let pressed: Void = session.press(.end)
    try await waitUntil("the last page is asked for") { herd.requests.last?.start == 950 }
    herd.gate.open()
    await pressed
    #expect(session.selectedID == "999")
  }

  @Test("A paged list shows the progress of a slow page") func aSourceThatTakesLongSaysHowFarItIs()
    async throws
  {
    let herd = Herd(count: 1_000)
    let session = try await herd.session()
    herd.gate.close()
    herd.progress = "34 % of the barn"
    for key in [Key.end, "r"] {
      let asked = herd.requests.count
      async let pressed: Void = session.press(key)
      try await waitUntil("a page is asked for") { herd.requests.count > asked }
      try await session.wait(for: "Loading… 34 % of the barn")
      herd.gate.open()
      await pressed
      try session.expectNo("34 %")
      herd.gate.close()
    }
  }

  @Test("Refreshing a paged list during a page request reloads visible rows")
  func aRefreshWhileAPageIsOnItsWayAsksForTheRowsInSight() async throws {
    let herd = Herd(count: 300)
    let session = try await herd.session()
    await session.press(.pageDown)
    herd.gate.close()
    let asked = herd.requests.count
    async let paged: Void = session.press(.pageDown)
    try await waitUntil("a page is asked for") { herd.requests.count > asked }
    async let refreshed: Void = session.press("r")
    try await waitUntil("another is asked for") { herd.requests.count > asked + 1 }
    #expect(herd.requests.last?.loadReason == .userRefresh)
    herd.gate.open()
    await paged
    await refreshed
    try session.expect("300 animals")
  }

  @Test("Refreshing a paged list during a jump to its end arrives there")
  func aRefreshWhileTheEndIsOnItsWayGoesThere() async throws {
    let herd = Herd(count: 1_000)
    let session = try await herd.session()
    herd.gate.close()
    let asked = herd.requests.count
    async let toTheEnd: Void = session.press(.end)
    try await waitUntil("the end is asked for") { herd.requests.count > asked }
    async let refreshed: Void = session.press("r")
    try await waitUntil("the rows are asked for anew") { herd.requests.count > asked + 1 }
    herd.gate.open()
    await toTheEnd
    await refreshed
    #expect(session.selectedID == "999")
  }

  @Test("Home cancels a paged list's jump to its end")
  func theNewestKeyCountsWhileTheEndIsOnItsWay() async throws {
    let herd = Herd(count: 1_000)
    let session = try await herd.session()
    await session.press(.down)
    herd.gate.close()
    let asked = herd.requests.count
    async let toTheEnd: Void = session.press(.end)
    try await waitUntil("a page is asked for") { herd.requests.count > asked }
    async let back: Void = session.press(.home)
    try await waitUntil("the first row is selected") { session.selectedID == "0" }
    herd.gate.open()
    await toTheEnd
    await back
    #expect(session.selectedID == "0")
    try session.expect(" 1 of 1,000")
    try session.expectNo("gone")
  }

  @Test(
    "A paged list restored during a jump goes to the wanted row",
    arguments: [
      ("299", "300 of 1,000"), ("9223372036854775807", "1,000 of 1,000"), ("-5", "1 of"),
    ])
  func whoIsKilledOnTheWayToARowGoesOnToIt(place: String, expected: String) async throws {
    let state = #"{"top":0,"wantedPlace":\#(place)}"#
    let entry = #"{"route":{"list":{}},"state":\#(state),"title":"","version":2}"#
    let store = InMemorySnapshotStore(
      body: Array(
        #"{"application":"barn","version":"","saved":"","screens":[\#(entry)]}"#.utf8))
    let session = try await TestSession(
      Herd(count: 1_000).application, size: Size(rows: 24, columns: 80), store: store)
    try session.expect(expected)
  }

  @Test("A paged list saves the index of a row that it jumps to")
  func aRowOnItsWayIsSavedByItsNumber() {
    let list = PagedListController(
      title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
      source: PageSource { _ in ListPage(rows: [], hasMore: false) })
    list.receive(.row(number: 300), Navigator(size: Size(rows: 24, columns: 80)) { _ in })
    #expect(list.encodeState().wantedPlace == 299)
  }

  /// A session's numbers may be any: one that can't be subtracted would trap.
  @Test("A paged list clamps wild indices of a saved state")
  func placesOutOfAFileAreThoseThatAListCanHave() {
    let list = PagedListController(
      title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
      source: PageSource { _ in ListPage(rows: [], hasMore: false) })
    var state = PagedListState()
    (state.top, state.wantedPlace, state.selectedPlace) = (.min, .max, .min)
    list.restoreState(state)
    #expect(list.state.top == 0 && list.state.wantedPlace == PageTable.highest)
    #expect(list.state.selectedPlace == 0)
  }

  @Test("A paged list saves the indices of its selection and top row")
  func thePlaceOfTheSelectedRowIsSavedAndThatOfTheFirst() async throws {
    let session = try await Herd(count: 500).session()
    for _ in 0..<25 { await session.press(.down) }
    let body = try #require(try session.store.load().body)
    let state = try #require(try Snapshot(body: body).entries.last?.contents?.state)
    #expect(state["selectedPlace"] == .number("25"))
    #expect(state["top"] == .number("6"))
  }

  /// Twenty rows are in sight, and twenty more are to be there below them.
  @Test("The wheel in a paged list requests the next page")
  func theWheelFetchesTheNextPageThoughTheSelectionStays() async throws {
    let herd = Herd(count: 5_000)
    let session = try await herd.session()
    for _ in 0..<19 { await session.press(.down) }
    for _ in 0..<3 { await session.mouse(.scrollDown, row: 5) }
    #expect(session.shownIDs.first == "9")
    #expect(session.selectedID == "19")
    #expect(herd.requests.map(\.start) == [0, 20])
    await session.mouse(.scrollDown, row: 5)
    #expect(session.shownIDs.first == "12")
    #expect(session.selectedID == "19")
    #expect(herd.requests.map(\.start) == [0, 20, 50])
  }

  /// The rows around the selected one would have to be there.
  @Test("The wheel moves a paged list's selection that leaves the window")
  func theWheelTakesTheSelectionAlong() async throws {
    let session = try await Herd(count: 5_000).session()
    await session.mouse(.scrollDown, row: 5)
    #expect(session.shownIDs.first == "3" && session.selectedID == "3")
    for _ in 0..<19 { await session.press(.down) }
    #expect(session.shownIDs.first == "3" && session.selectedID == "22")
    await session.mouse(.scrollUp, row: 5)
    #expect(session.shownIDs.first == "0" && session.selectedID == "19")
  }

  /// Pages end at 20, 100, 200 and so on, up to the limit itself.
  @Test("A paged list's filter stops at 100,000 rows and reports the limit")
  func whereThereAreTooManyToBeLookedThroughThatIsSaid() async {
    let limit = ListPages<Animal>.searchLimit
    let list = PagedListController(
      title: "Herd", columns: [Animal.columns[1]], id: { $0.id }, noun: ("animal", "animals"),
      source: PageSource { request in
        let rows = (request.start..<request.start + request.count).map { Animal("\($0)") }
        return ListPage(rows: rows, total: limit + 1, hasMore: true)
      })
    let stage = Stage(rows: 10)
    await list.load(.appear, stage.navigator)
    #expect(list.pages.rows.count == 20)
    list.list.state.filter = TextEntry("none")
    await list.load(.appear, stage.navigator)
    #expect(list.pages.rows.count == limit)
    #expect(stage.lines(of: list)[8] == " These are the first 100,000; there are more.")
  }

  @Test("A paged list shows a page's note only near its rows") func aNoteIsSaidOfTheRowsItIsAbout()
    async throws
  {
    let herd = Herd(count: 300)
    let session = try await herd.session()
    try session.expectNo("odd")
    while session.selectedID != "60" { await session.press(.down) }
    try session.expect("The 77th is odd.")
    try await session.killAndRelaunch()
    try session.expect("The 77th is odd.")
    while session.selectedID != "101" { await session.press(.down) }
    try session.expectNo("odd")
  }

  @Test("A paged list shows cached rows until the response comes")
  func whatIsKnownIsShownUntilTheAnswerComes() async throws {
    let herd = Herd(count: 300)
    let session = try await herd.session()
    let asked = herd.requests.count
    herd.known = 0...20
    herd.gate.close()
    async let relaunched: Void = session.killAndRelaunch()
    try await waitUntil("a page is asked for") { herd.requests.count > asked }
    try session.expect("old name of 7")
    herd.gate.open()
    try await relaunched
    try session.expectNo("old name")
    try session.expect("300 animals")
  }

  @Test("A paged list that got shorter is restored at its end")
  func whenTheListHasBecomeShorterItsEndIsShown() async throws {
    let herd = Herd(count: 5_000)
    let session = try await herd.session()
    await session.press(.end)
    herd.count = 130
    try await session.killAndRelaunch()
    try session.expect("of 130")
    try session.expect("name of 129")
  }

  @Test("A paged list restores a selection that moved to the next page")
  func aRowThatMovedOntoTheNextPageIsFound() async throws {
    let herd = Herd(count: 500)
    let session = try await herd.session()
    for _ in 0..<10 { await session.press(.pageDown) }
    let selected = try #require(session.selectedID)
    herd.offset = 70
    try await session.killAndRelaunch()
    #expect(session.selectedID == selected)
  }

  @Test("Filtering a paged list requests all rows, 100 at a time")
  func toFilterAllOfItIsFetchedAHundredAtATime() async throws {
    let herd = Herd(count: 350)
    let session = try await herd.session()
    await session.press("/", "3", "4", "9")
    try session.expect("1 of 350")
    #expect(session.selectedID == "349")
    #expect(herd.requests.allSatisfy { (20...100).contains($0.count) })
  }

  @Test("A paged list's filter says how few rows were searched")
  func whatIsNotLookedThroughIsNotDenied() async throws {
    let herd = Herd(count: 5_000)
    let session = try await herd.session()
    herd.failure = TestError()
    await session.press("/", "z", "z")
    try session.expect("No animal of the 50 looked through matches “zz”.")
    try session.expect("0 of 50 looked through match")
  }

  @Test("Opening a paged list's row begins no further page request")
  func openingARowBeginsNoWorkThatWouldBeTheNextScreens() async throws {
    let herd = Herd(count: 5_000)
    let session = try await herd.session()
    herd.failure = TestError()
    // The rows that couldn't be had are still wanted, and the first match isn't selected yet.
    await session.press("/", "1", .enter)
    let asked = herd.requests.count
    await session.press(.enter)
    try session.expect("animal 0")
    #expect(herd.requests.count == asked)
  }

  @Test("Sorting a paged list requests all rows") func toSortAllOfItIsFetchedToo() async throws {
    let session = try await Herd(count: 130).session()
    await session.press("s", .home, "j", .enter)
    try session.expect(" of 130")
    await session.press(.home)
    #expect(session.selectedID == "129")
  }

  @Test("A paged list without a total says that more rows exist")
  func withoutATotalItSaysThatThereIsMore() async throws {
    let herd = Herd(count: 100)
    herd.saysTotal = false
    let session = try await herd.session(Size(rows: 10, columns: 40))
    try session.expect("animals, more than are shown")
  }

  @Test("A paged list keeps its rows when a page fails, and retries")
  func aPageThatFailsLeavesWhatIsThereAndIsAskedForAgain() async throws {
    let herd = Herd(count: 100)
    let session = try await herd.session(Size(rows: 14, columns: 60))
    let count = herd.requests.count
    herd.failure = TestError()
    await session.press(.end)
    try session.expect(TestError().errorDescription ?? "?")
    try session.expect("100 animals")
    #expect(herd.requests.count == count + 1)
    for _ in 0..<6 { await session.press(.pageDown) }
    let later = herd.requests.count
    #expect(later > count + 1)
    herd.failure = nil
    await session.press(.up)
    #expect(herd.requests.count > later)
  }

  @Test("Refreshing a paged list keeps its selection") func aRefreshFetchesAsMuchAnew() async throws
  {
    let herd = Herd(count: 300)
    let session = try await herd.session()
    for _ in 0..<5 { await session.press(.pageDown) }
    let selected = session.selectedID
    herd.count = 200
    await session.press("r")
    try session.expect("200 animals")
    #expect(session.selectedID == selected)
  }

  @Test("A paged list shows rows that moved between pages once")
  func rowsThatMoveOntoTheNextPageAreShownOnce() async throws {
    let herd = Herd(count: 60)
    let application = Application<OnlyRoute>("herd") {
      PagedListController(
        title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        source: PageSource { request in
          // One was added at the top after the first page.
          let shift = request.start > 0 ? 1 : 0
          let end = min(herd.count, request.start + request.count)
          let rows = (request.start..<end).map { Animal("\($0 - shift)") }
          return ListPage(rows: rows, hasMore: end < herd.count)
        })
    }
    let session = try await TestSession(application)
    await session.press(.end, .end, .end)
    #expect(session.selectedID == "58")
    #expect(Set(session.shownIDs).count == session.shownIDs.count)
  }

  @Test("A paged list ends at an empty page that claims to have more")
  func anEmptyPageThatClaimsMoreEndsIt() async throws {
    let application = Application<OnlyRoute>("herd") {
      PagedListController(
        title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        options: { $0.emptyText = "The herd is gone." },
        source: PageSource { _ in ListPage(rows: [], hasMore: true) })
    }
    try await TestSession(application).expect("The herd is gone.")
  }

  @Test("A paged list stops at a server that repeats the same page")
  func aServerThatGivesTheSamePageAgainAndAgainIsAskedTwice() async throws {
    var asked = 0
    let application = Application<OnlyRoute>("herd") {
      PagedListController(
        title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        options: { $0.emptyText = "The herd is gone." },
        source: PageSource { _ in
          asked += 1
          return ListPage(rows: (0..<10).map { Animal("\($0)") }, hasMore: true)
        })
    }
    let session = try await TestSession(application)
    try session.expect("name of 9")
    #expect(asked == 2)
    await session.press("/", "7")
    try session.expect("1 of 10")
    #expect(asked == 2)
  }

  @Test("A paged list stops at a source that ignores the index")
  func aSourceThatGivesTheSameWhereverItIsAskedIsNotAskedWithoutEnd() async throws {
    var asked = 0
    let application = Application<OnlyRoute>("herd") {
      let list = PagedListController(
        title: "Herd", columns: Animal.columns, id: \.id, noun: ("animal", "animals"),
        options: { $0.emptyText = "The herd is gone." },
        source: PageSource { _ in
          asked += 1
          return ListPage(rows: (0..<30).map { Animal("\($0)") }, hasMore: false)
        })
      // As a session file may have it.
      var state = PagedListState()
      state.top = .max
      list.restoreState(state)
      return list
    }
    let session = try await TestSession(application)
    try session.expect("name of 9")
    #expect(asked < 10)
    await session.press(.end)
    try session.expect("name of 29")
  }

  @Test("A paged list with a negative total shows its beginning")
  func aTotalBelowNoneLeadsToTheBeginning() async throws {
    let application = Application<OnlyRoute>("herd") {
      let list = PagedListController(
        title: "Herd", columns: Animal.columns, id: \.id, noun: ("animal", "animals"),
        options: { $0.emptyText = "The herd is gone." },
        source: PageSource { request in
          request.start > 0
            ? ListPage(rows: [], total: .min, hasMore: false)
            : ListPage(rows: [Animal("0")], hasMore: false)
        })
      var state = PagedListState()
      state.top = 1_000
      list.restoreState(state)
      return list
    }
    try await TestSession(application).expect("name of 0")
  }

  @Test("A paged list with an absurd total still shows rows")
  func aTotalThatNoListHasLeadsNowhereElse() async throws {
    let application = Application<OnlyRoute>("herd") {
      PagedListController(
        title: "Herd", columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
        options: { $0.emptyText = "The herd is gone." },
        source: PageSource { request in
          let rows = request.start < 60 ? [Animal("\(request.start)")] : []
          return ListPage(rows: rows, count: rows.count * 20, total: .max, hasMore: true)
        })
    }
    let session = try await TestSession(application)
    await session.press(.end, .home, .down, .end)
    try session.expect("name of")
    try await session.killAndRelaunch()
    try session.expect("name of")
  }

  @Test("A paged list fills a window that grew under another screen")
  func aLargerWindowIsFilledAlsoOneThatGrewWhileTheListWasCovered() async throws {
    let session = try await Herd(count: 500).session(Size(rows: 10, columns: 40))
    await session.press(.enter)
    await session.send(.resize(Size(rows: 60, columns: 80)))
    await session.press(.escape)
    #expect(session.shownIDs.count > 50)
  }

  @Test("The restoration law holds for a paged list", arguments: 1...4 as ClosedRange<UInt64>)
  func everyEventOfARandomScriptIsRestored(seed: UInt64) async throws {
    try await assertRestorable(
      Herd(count: 2_000).application, script: .random(seed: seed, count: 250))
  }

  @Test("A paged list takes the columns of a page") func columnsComeWithAPage() async throws {
    let herd = Herd(count: 300)
    herd.columns = ListColumns(
      Animal.columns + [
        Column("half", heading: "HALF", width: .fixed(8), text: { "\(($0.legs ?? 0) / 2)" })
      ])
    let session = try await herd.session()
    try session.expect("HALF")
    try session.expect("500")
    await session.press(.end)
    try session.expect("351")
    try await session.killAndRelaunch()
    try session.expect("HALF")
    try session.expect("351")
  }

  /// Writes how many rows it was given, and which of three the filter shows.
  private func exports(to directory: TemporaryDirectory) -> ListExports<Animal> {
    ListExports(
      directory: directory.path, fileName: "herd",
      formats: [
        .init("TXT") { selection, file in
          let own = [Animal("21"), Animal("2"), Animal("9")].filter(selection.includes)
          let rows = selection.rows.map { "\($0.count)" } ?? "unknown"
          try file.write(rows + " \(own.map(\.id))", rowCount: own.count)
        }
      ])
  }

  @Test("A paged list's export has rows only if all of them are loaded")
  func anExportOfAPartAsksTheSourceForTheRows() async throws {
    let directory = try TemporaryDirectory()
    let herd = Herd(count: 300)
    herd.exports = exports(to: directory)
    let session = try await herd.session()
    await session.press("e", .enter)
    try session.expect("3 animals written to")
    #expect(String(decoding: try directory.bytes("herd.txt"), as: UTF8.self).hasPrefix("unknown"))
    // To filter, all are fetched.
    await session.press("/", "2", "1", .enter, "e", .enter)
    let text = String(decoding: try directory.bytes("herd-2.txt"), as: UTF8.self)
    // Thirteen names, and three numbers of legs.
    #expect(text == "16 [\"21\"]")
  }
}
