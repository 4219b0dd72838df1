import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Controllers

/// The rows of a list, however they come, and what is different of them.
@Suite struct ListContentTests {
  /// Numbers that are made when they are looked at.
  private struct Numbers: RowSource {
    let numbers: [Int]
    /// Whether they are compared by fingerprints, which nothing else would find different.
    var hasFingerprints = true

    var count: Int { numbers.count }

    func row(at index: Int) -> Int { hasFingerprints ? numbers[index] % 1_000 : numbers[index] }

    func id(at index: Int) -> String { "\(numbers[index] % 1_000)" }

    func index(of id: String) -> Int? { numbers.firstIndex { "\($0 % 1_000)" == id } }

    func fingerprint(at index: Int) -> Int? { hasFingerprints ? numbers[index] : nil }
  }

  @Test("A list of a row source measures columns by 512 evenly spread rows")
  func columnsAreMeasuredByASampleFromTheFirstToTheLast() {
    func sample(_ count: Int) -> [Int] {
      Numbers(numbers: Array(0..<count), hasFingerprints: false).sample
    }
    #expect(sample(512) == Array(0..<512))
    #expect(sample(5_111) == (0..<512).map { $0 * 10 })
    #expect(sample(700).count == 512)
    #expect(RowArray(Array(0..<700)).sample.count == 700)
  }

  @Test("List rows have the first that exists of several ids", arguments: [true, false])
  func theFirstOfSeveralThatIsThereIsFound(isInMemory: Bool) {
    let rows: any RowSource<Int> =
      isInMemory ? RowArray([5, 6, 7], id: { "\($0)" }) : Numbers(numbers: [5, 6, 7])
    func first(_ ids: String...) -> Int? { rows.first(of: ids) }
    #expect(first() == nil && first("9") == nil && first("9", "8") == nil)
    #expect(first("6") == 6)
    #expect(first("7", "5") == 7 && first("9", "5", "7") == 5)
  }

  @Test("Changes of a row source's rows are found by fingerprint", arguments: [true, false])
  func whatIsDifferentIsFoundByFingerprintsOrTheRowsThemselves(hasFingerprints: Bool) {
    func content(_ numbers: [Int]) -> ListContent<Int> {
      let source = Numbers(numbers: numbers, hasFingerprints: hasFingerprints)
      return ListContent(source: source, noun: ("row", "rows"))
    }
    func changes(_ old: [Int], _ new: [Int]) -> ListChanges {
      ListChanges(from: content(old), to: content(new), name: { "no. \($0)" })
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
      RowArray(Array(rows), id: { "\($0)" }), counts: ListSummary(""), note: nil,
      part: ListSection(
        pageTable: places, moreFollows: false, selectedPosition: nil))
  }

  /// Rows beyond the pages may be there all the same.
  @Test("Changes of a paged list are found only where both parts overlap")
  func ofAPartOnlyTheStretchThatBothHaveIsCompared() {
    func changes(_ old: ListContent<Int>, _ new: ListContent<Int>) -> [String] {
      let changes = ListChanges(from: old, to: new)
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
        pageTable: places, moreFollows: false, selectedPosition: left
      ).nearestIndex(ofRows: rows.count).map { rows.lowerBound + $0 }
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
