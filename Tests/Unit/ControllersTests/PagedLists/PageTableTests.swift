import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Controllers

/// The places of pages and rows among all that a server has, and what is asked for next.
@MainActor @Suite struct PageTableTests {
  private func page(
    _ rows: Range<Int>, count: Int? = nil, total: Int? = nil, hasMore: Bool = true,
    note: String? = nil
  ) -> ListPage<Int> {
    ListPage(rows: Array(rows), count: count, total: total, hasMore: hasMore, note: note)
  }

  @Test(
    "List page requests end at fixed indices",
    arguments: [
      (0, 20), (1, 19), (19, 1), (20, 30), (49, 1), (50, 50), (99, 1), (100, 50), (120, 30),
    ])
  func pagesEndAtTheSamePlaces(start: Int, count: Int) {
    let usual = ListPageRequest(from: start, .appear) { _ in }
    #expect(usual.start == start && usual.count == count)
    let long = ListPageRequest(from: start, isLong: true, .appear) { _ in }
    #expect(long.start == start && long.count == count + 50)
  }

  @Test(
    "List page requests begin at fixed indices",
    arguments: [
      (0, 0), (19, 0), (20, 20), (49, 20), (50, 50), (99, 50), (100, 100), (149, 100),
    ])
  func andBeginThere(place: Int, start: Int) {
    #expect(ListPageRequest.start(of: place) == start)
  }

  @Test(
    "A paged list's row index is clamped to a valid range",
    arguments: [(-1, 0), (0, 0), (7, 7), (Int.max, 1 << 40), (1 << 40, 1 << 40)])
  func aPlaceIsOneThatAListCanHave(place: Int, clamped: Int) {
    #expect(PageTable.clamped(place) == clamped)
  }

  @Test("A paged list maps rows to indices across unreadable entries")
  func aRowIsAtThePlaceOfItsPage() {
    var places = PageTable()
    #expect(places.start == 0 && places.end == 0 && places.isWhole && places.position(of: 3) == 0)
    // Of the first page two entries couldn't be read.
    places.append(page(0..<18, count: 20, note: "Two are odd."), at: 20, rowCount: 18)
    places.append(page(0..<30, total: 500, note: "Odd, too."), at: 40, rowCount: 30)
    #expect(places.start == 20 && places.end == 70 && places.total == 500)
    #expect([0, 17, 18, 47, 48].map { places.position(of: $0) } == [20, 37, 40, 69, 69])
    #expect([17, 18].map { places.note(of: $0) } == ["Two are odd.", "Odd, too."])
    #expect(places.notes == ["Two are odd.", "Odd, too."])
    #expect(!places.isWhole && places.hasMore)
    #expect(places.count(atLeast: 501) == 501 && places.count(atLeast: 3) == 500)
    places.rebase()
    #expect(places.start == 0 && places.end == 50 && !places.isWhole)
    places.retain(1..<2)
    #expect(places.pages.map(\.start) == [20] && places.hasMore)
  }

  @Test("A paged list that evicts its last page has more to load")
  func whatIsLetGoOfAtTheEndIsMoreToCome() {
    var places = PageTable()
    places.append(page(0..<20), at: 0, rowCount: 20)
    places.append(page(20..<50, hasMore: false), at: 20, rowCount: 30)
    #expect(places.isWhole && !places.hasMore)
    #expect(places.count(atLeast: 3) == 50)
    var first = places
    first.retain(0..<1)
    #expect(first.hasMore && first.end == 20 && first.count(atLeast: 3) == nil)
    #expect(first.countText(("row", "rows")) == "rows, more than are shown")
    var last = places
    last.retain(1..<2)
    #expect(!last.hasMore && last.start == 20 && !last.isWhole)
    places.retain(0..<2)
    #expect(!places.hasMore && places.countText(("row", "rows")) == "50 rows")
  }

  /// A server that says so without end would be asked without end.
  @Test(
    "A paged list ends at an empty page that claims more",
    arguments: [
      (0..<5, nil, 5, true, true), (0..<5, nil, 5, false, false), (0..<5, nil, 0, true, false),
      (0..<0, 20, 0, true, true), (0..<0, nil, 0, true, false),
    ] as [(Range<Int>, Int?, Int, Bool, Bool)])
  func thereIsMoreIfThePageBroughtAnything(
    rows: Range<Int>, count: Int?, rowCount: Int, says: Bool, hasMore: Bool
  ) {
    var places = PageTable()
    places.append(page(rows, count: count, hasMore: says), at: 0, rowCount: rowCount)
    #expect(places.hasMore == hasMore)
  }

  // MARK: Pages in memory

  /// Numbers up to a count, and how often they were asked for.
  @MainActor private final class Numbers {
    let count: Int
    private(set) var starts: [Int] = []
    init(count: Int) { self.count = count }

    var pages: ListPages<Int> {
      ListPages(
        id: { "\($0)" },
        source: PageSource { request in
          self.starts.append(request.start)
          let end = min(self.count, request.start + request.count)
          let rows = Array(min(request.start, end)..<end)
          return ListPage(rows: rows, total: self.count, hasMore: end < self.count)
        })
    }
  }

  private func part(_ start: Int, _ count: Int, id: String? = nil) -> ListPages<Int>.Part {
    ListPages<Int>.Part(start: start, count: count, id: id)
  }

  @Test(
    "A paged list requests only the pages for the wanted rows",
    arguments: [
      (0, 1, nil, [0]), (0, 20, nil, [0]), (0, 21, nil, [0, 20]), (19, 1, nil, [0]),
      (20, 30, nil, [20]), (45, 6, nil, [20, 50]), (0, 1, "3", [0]), (0, 1, "60", [0, 20, 50]),
      (0, 1, "400", [0, 20, 50]), (100, 20, "70", [100, 150, 200, 50]),
    ] as [(Int, Int, String?, [Int])])
  func noMoreIsAskedForThanIsWanted(
    start: Int, count: Int, id: String?, starts: [Int]
  ) async throws {
    let numbers = Numbers(count: 500)
    let pages = numbers.pages
    try await pages.load(part(start, count, id: id), .userRefresh) {}
    #expect(numbers.starts == starts)
    #expect(pages.pageTable.start == starts.min())
    #expect(Array(pages.rows) == Array(pages.pageTable.start..<pages.pageTable.end))
  }

  @Test("A paged list drops pages of an abandoned jump")
  func whoWentElsewhereMeanwhileKeepsWhatIsThere() async throws {
    let pages = Numbers(count: 500).pages
    try await pages.load(part(0, 20), .appear) {}
    #expect(try await !pages.go(to: part(400, 20), isWanted: { false }))
    #expect(pages.pageTable.start == 0)
    #expect(try await pages.go(to: part(400, 20), isWanted: { true }))
    #expect(pages.pageTable.start == 400)
    try await pages.loadAbove()
    #expect(pages.pageTable.start == 350 && pages.pageTable.end == 450)
    #expect(Array(pages.rows) == Array(350..<450))
    pages.clear()
    #expect(!pages.isLoaded && pages.rows.isEmpty && pages.pageTable == PageTable())
  }

  /// Painting 100,000 rows at each page would take long.
  @Test("A paged list loading all rows paints at each doubling")
  func allOfThemAreShownWheneverThereAreTwiceAsMany() async throws {
    let pages = Numbers(count: 1_000).pages
    try await pages.load(part(0, 20), .appear) {}
    var shown: [Int] = []
    try await pages.loadAll { shown.append(pages.rows.count) }
    #expect(Array(pages.rows) == Array(0..<1_000))
    // Pages end at 20, 100, 200, 300 and so on.
    #expect(shown == [100, 200, 400, 800])
  }

  @Test("A paged list evicts pages far from the window and reloads them") func farPagesAreLetGoOf()
    async throws
  {
    let pages = Numbers(count: 3_000).pages
    try await pages.load(part(0, 1_000), .appear) {}
    #expect(pages.rows.count == 1_000)
    #expect(pages.nearPages(999, lines: 5) == nil)
    try await pages.loadBelow {}
    // Near are 420 rows at either side, where five are in sight.
    #expect(pages.rows.count == 1_050)
    #expect(pages.nearPages(500, lines: 5) == 2..<20)
    #expect(pages.nearPages(0, lines: 5) == 0..<10)
    #expect(pages.nearPages(1_049, lines: 5) == 13..<22)
    pages.evictPages(farFrom: 1_049, lines: 5)
    #expect(Array(pages.rows) == Array(600..<1_050))
    #expect(pages.pageTable.start == 600 && pages.pageTable.hasMore)
    // Rows that were let go of come again.
    try await pages.loadAbove()
    #expect(Array(pages.rows) == Array(550..<1_050))
  }
}
