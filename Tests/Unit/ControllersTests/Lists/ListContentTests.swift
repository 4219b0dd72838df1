import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Controllers

/// The rows of a list, however they come, and what is different of them.
@Suite struct ListContentTests {
  /// Numbers that are made when they are looked at.
  private func lazily(_ numbers: [Int]) -> LazyRows<Int> {
    LazyRows(
      count: numbers.count, row: { numbers[$0] }, id: { "\(numbers[$0] % 1_000)" },
      index: { id in numbers.firstIndex { "\($0 % 1_000)" == id } },
      matchingIndices: { query in
        numbers.indices.filter { query.isFound(in: "\(numbers[$0] % 1_000)") }
      },
      fingerprint: { numbers[$0] })
  }

  @Test("A lazy list measures columns by 512 evenly spread rows")
  func columnsAreMeasuredByASampleFromTheFirstToTheLast() {
    #expect(lazily(Array(0..<512)).sample == Array(0..<512))
    let sample = lazily(Array(0..<5_111)).sample
    #expect(sample == (0..<512).map { $0 * 10 })
    #expect(ListRows(lazily(Array(0..<700))).measured.count == 512)
    #expect(ListRows(Array(0..<700)).measured.count == 700)
  }

  @Test("List rows have the first that exists of several ids", arguments: [true, false])
  func theFirstOfSeveralThatIsThereIsFound(isLazy: Bool) {
    let rows = isLazy ? ListRows(lazily([5, 6, 7])) : ListRows([5, 6, 7])
    func first(_ ids: String...) -> Int? { rows.first(of: ids) { "\($0)" } }
    #expect(first() == nil && first("9") == nil && first("9", "8") == nil)
    #expect(first("6") == 6)
    #expect(first("7", "5") == 7 && first("9", "5", "7") == 5)
  }

  @Test("List rows appended to lazy rows follow them")
  func rowsThatAreAddedToLazyOnesStandBehindThem() {
    var rows = ListRows(lazily([5, 6]))
    #expect(rows.count == 2 && Array(rows) == [5, 6])
    rows.append(contentsOf: [7, 8])
    #expect(Array(rows) == [5, 6, 7, 8] && rows.lazily == nil)
  }

  @Test("Changes of lazy list rows are found by their fingerprints")
  func whatIsDifferentOfLazyRowsIsFoundByTheirFingerprints() {
    func changes(_ old: [Int], _ new: [Int]) -> ListChanges {
      ListChanges(
        from: ListContent(lazily: lazily(old), noun: ("row", "rows")),
        to: ListContent(lazily: lazily(new), noun: ("row", "rows")), id: { "\($0 % 1_000)" },
        name: { "no. \($0)" })
    }
    let all = changes([1, 2, 3], [1, 1_002, 4])
    #expect(all.ids == ["2", "4"] && all.newIDs == ["4"] && all.lostNames == ["no. 3"])
    let grown = changes([1, 2], [1, 2, 3])
    #expect(grown.newIDs == ["3"] && grown.lostNames == [])
    #expect(changes([1, 2], [2]).lostNames == ["no. 1"])
    #expect(changes([1, 2], [2, 1]).isEmpty)
  }

  /// Rows from a place on, in pages.
  private func part(_ rows: Range<Int>, hasMore: Bool = true) -> ListContent<Int> {
    var places = PageTable()
    places.append(
      ListPage(rows: Array(rows), hasMore: hasMore), at: rows.lowerBound, rowCount: rows.count)
    return ListContent(
      ListRows(Array(rows)), counts: ListSummary(""), note: nil,
      part: ListSection(
        pageTable: places, noun: ("row", "rows"), moreFollows: false, selectedPosition: nil))
  }

  /// Rows beyond the pages may be there all the same.
  @Test("Changes of a paged list are found only where both parts overlap")
  func ofAPartOnlyTheStretchThatBothHaveIsCompared() {
    func changes(_ old: ListContent<Int>, _ new: ListContent<Int>) -> [String] {
      let changes = ListChanges(from: old, to: new, id: { "\($0)" })
      return [changes.newIDs.joined(separator: " "), changes.lostNames.joined(separator: " ")]
    }
    #expect(changes(part(20..<24), part(22..<26)) == ["", ""])
    #expect(changes(part(0..<4), part(0..<2)) == ["", ""])
    #expect(changes(part(0..<4, hasMore: false), part(0..<2, hasMore: false)) == ["", "2 3"])
    #expect(changes(part(2..<4, hasMore: false), part(2..<6, hasMore: false)) == ["4 5", ""])
    #expect(changes(part(2..<4, hasMore: false), part(1..<4, hasMore: false)) == ["", ""])
    #expect(changes(part(3..<5), part(7..<9)) == ["", ""])
  }

  @Test("A paged list has the row nearest to a lost index")
  func whoeverIsNearestToTheLeftPlaceStandsIn() {
    func nearest(_ rows: Range<Int>, hasMore: Bool = true, left: Int?) -> Int? {
      var places = PageTable()
      places.append(
        ListPage(rows: Array(rows), hasMore: hasMore), at: rows.lowerBound, rowCount: rows.count)
      return ListSection(
        pageTable: places, noun: ("row", "rows"), moreFollows: false, selectedPosition: left
      ).nearest(ListRows(Array(rows)))
    }
    #expect(nearest(20..<30, left: 24) == 24)
    #expect(nearest(20..<30, left: 3) == 20 && nearest(20..<30, left: 99) == 29)
    #expect(nearest(0..<10, left: nil) == nil)
    #expect(nearest(20..<30, left: nil) == 20)
    #expect(nearest(20..<30, hasMore: false, left: nil) == 29)
  }

  @Test("List content has a summary with counted groups and matches") func whatIsCountedIsSaid() {
    let tally = GroupCounts<Int>(["odd", "even"], plurals: ["odd": "odds"]) {
      $0 % 2 == 0 ? "even" : "odd"
    }
    let content = ListContent(rows: [1, 2, 3], noun: ("row", "rows"), tally: tally)
    #expect(content.summary == "3 rows · 2 odds · 1 even")
    #expect(content.counts(ofMatching: [2]).text == "1 of 3 match · 1 even")
    #expect(ListContent(rows: [Int](), noun: ("row", "rows"), tally: tally).summary == "")
    let beginning = ListContent(beginning: [1], of: 2_000, noun: ("row", "rows"))
    #expect(beginning.summary == "the first 1 of 2,000 rows" && beginning.total == 2_000)
    #expect(beginning.matchText(0) == "0 of 1 looked through match")
    #expect(part(0..<3, hasMore: false).matchText(1) == "1 of 3 match")
    #expect(part(0..<3).isIncomplete && part(1..<3, hasMore: false).isIncomplete)
  }

  @Test("List rows with equal keys and ids stay as received", arguments: [false, true])
  func rowsThatAreAlikeInAllStandAsReceived(isDescending: Bool) {
    let rows = (0..<40).map { Animal("same", "hen", place: "\($0)") }
    let arrangement = Arrangement(
      rows, columns: Array(Animal.columns.prefix(2)),
      sort: ListSort("name", isDescending: isDescending), query: FilterQuery(""), id: { $0.id })
    #expect((0..<40).map { arrangement[$0].place } == (0..<40).map { "\($0)" })
  }

  @Test("A list column's width is fitted within its limits")
  func aColumnIsFittedToWhatItNeedsWithinItsLimits() {
    let width = ColumnWidth.flexible(4...10, ideal: 8)
    #expect(width.fitted(to: 12) == width)
    let six = width.fitted(to: 6)
    #expect([six.minimum, six.maximum, six.ideal] == [4, 6, 6])
    let none = width.fitted(to: 0)
    #expect([none.minimum, none.maximum, none.ideal] == [1, 1, 1])
    #expect(ColumnWidth.fixed(5).fitted(to: 2) == .fixed(5))
  }
}
