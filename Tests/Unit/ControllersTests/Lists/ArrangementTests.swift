import RepriseTesting
import Testing

@testable import Controllers

@Suite struct ArrangementTests {
  private func ids(
    _ rows: [Animal], sort: ListSort = .asReceived, filter: String = ""
  ) -> [String] {
    let arrangement = Arrangement(
      rows, columns: Animal.columns, sort: sort, query: FilterQuery(filter), id: { $0.id })
    return (0..<arrangement.count).map { arrangement[$0].id }
  }

  private static let rows = [
    Animal("a", "Zebra", legs: 4, place: "Africa"), Animal("b", "ant", legs: 6),
    Animal("c", "Éland", legs: nil, place: "africa"), Animal("d", "bee", legs: 6, place: "here"),
    Animal("e", "", legs: 2), Animal("f", "eel", legs: 0),
  ]

  @Test("A list without a sort shows rows as received") func withoutAnOrderRowsStandAsReceived() {
    #expect(ids(Self.rows) == ["a", "b", "c", "d", "e", "f"])
    #expect(ids(Self.rows, sort: ListSort("no such column")) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test(
    "A list sorts rows in both directions, missing values last",
    arguments: [
      (ListSort("legs"), ["f", "e", "a", "b", "d", "c"]),
      (ListSort("legs", isDescending: true), ["b", "d", "a", "e", "f", "c"]),
      (ListSort("place"), ["a", "c", "d", "b", "f", "e"]),
      (ListSort("place", isDescending: true), ["d", "a", "c", "b", "f", "e"]),
    ])
  func rowsAreSortedEitherWayAndWhatThereIsNoneOfComesLast(sort: ListSort, expected: [String]) {
    #expect(ids(Self.rows, sort: sort) == expected)
  }

  @Test("A list sorts names regardless of case, empty ones last")
  func namesAreSortedWhateverTheirCaseAndAnEmptyOneComesLast() {
    let sorted = ids(Self.rows, sort: ListSort("name"))
    #expect(sorted.filter { $0 != "c" } == ["b", "d", "f", "a", "e"])
    #expect(sorted.last == "e")
  }

  @Test("A list sorts equal rows by id, in whatever order they arrive", arguments: [false, true])
  func rowsThatAreEqualStandTheSameHoweverTheyCome(isDescending: Bool) {
    let rows = [
      Animal("3", "b"), Animal("10", "a"), Animal("9", "a"), Animal("1", "c", legs: 2),
      Animal("2", "d", legs: nil), Animal("4", "C", legs: nil),
    ]
    var generator = SplitMix64(seed: 3)
    for _ in 0..<20 {
      let shuffled = ids(
        rows.shuffled(using: &generator), sort: ListSort("legs", isDescending: isDescending))
      #expect(
        shuffled == (isDescending ? ["9", "10", "3", "1"] : ["1", "9", "10", "3"]) + ["4", "2"])
    }
  }

  @Test(
    "A list sorts numbers in names by value",
    arguments: [
      (
        ["sys 10", "Sys 2", "sys 1", "sys 02", "sys", "sys 100"],
        ["sys", "sys 1", "Sys 2", "sys 02", "sys 10", "sys 100"]
      ),
      (["10.0.0.10", "10.0.0.9", "9.9.9.9"], ["9.9.9.9", "10.0.0.9", "10.0.0.10"]),
      (["a1b", "a1", "a", "1", "b"], ["1", "a", "a1", "a1b", "b"]),
      (
        ["v99999999999999999999999", "v100000000000000000000000", "v0"],
        ["v0", "v99999999999999999999999", "v100000000000000000000000"]
      ),
    ])
  func numbersInNamesCount(names: [String], expected: [String]) {
    let rows = names.map { Animal($0, $0) }
    #expect(ids(rows, sort: ListSort("name")) == expected)
    #expect(ids(rows.reversed(), sort: ListSort("name")) == expected)
  }

  @Test("A list's filter matches search text that no column shows")
  func aFilterLooksIntoTextThatNoColumnShows() {
    let arrangement = Arrangement(
      Self.rows, columns: Animal.columns, sort: .asReceived, query: FilterQuery("code 6"),
      searchText: { "code \($0.legs ?? 0)" }, id: { $0.id })
    #expect((0..<arrangement.count).map { arrangement[$0].id } == ["b", "d"])
  }

  @Test("A list's sort puts numbers before texts") func numbersComeBeforeTexts() {
    let column = Column<Animal>(
      "id", heading: "ID", width: .fixed(4), text: { $0.id },
      sortKey: { row in Int(row.id).map { .number($0) } ?? .text(row.id) })
    let rows = ["x", "10", "9", "a"].map { Animal($0) }
    let arrangement = Arrangement(
      rows, columns: [column], sort: ListSort("id"), query: FilterQuery(""), id: { $0.id })
    #expect((0..<4).map { arrangement[$0].id } == ["9", "10", "a", "x"])
  }

  @Test(arguments: [
    ("e", ["a", "b", "c", "d", "e", "f"]), ("africa", ["a", "c"]), ("6", ["b", "d"]),
    ("éland", ["c"]), ("eland", ["c"]), ("nothing", []),
  ])
  func aFilterLooksIntoEveryColumn(filter: String, expected: [String]) {
    #expect(ids(Self.rows, filter: filter).allSatisfy(expected.contains))
    if filter != "e" { #expect(ids(Self.rows, filter: filter) == expected) }
  }

  @Test("A list of 500 rows is sorted, with equal rows by id", arguments: [1, 2, 3] as [UInt64])
  func rowsThatAreEqualStandInTheOrderOfTheirNames(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let rows = (0..<500).map { Animal("\($0)", legs: Int.random(in: 0..<5, using: &generator)) }
    for isDescending in [false, true] {
      let sorted = ids(rows, sort: ListSort("legs", isDescending: isDescending))
      for (one, next) in zip(sorted, sorted.dropFirst()) {
        let (left, right) = (rows[Int(one) ?? 0], rows[Int(next) ?? 0])
        let (leftLegs, rightLegs) = (left.legs ?? 0, right.legs ?? 0)
        #expect(isDescending ? leftLegs >= rightLegs : leftLegs <= rightLegs)
        if leftLegs == rightLegs { #expect((Int(one) ?? 0) < (Int(next) ?? 0)) }
      }
    }
  }

  @Test("A list finds the index of any row by id") func aRowIsFoundByItsIDWhereverOneLooksFirst() {
    var generator = SplitMix64(seed: 5)
    let rows = (0..<300).map { Animal("\($0)") }
    var arrangement = Arrangement(
      rows, columns: Animal.columns, sort: .asReceived, query: FilterQuery(""), id: { $0.id })
    for _ in 0..<500 {
      let place = Int.random(in: 0..<300, using: &generator)
      #expect(arrangement.index(of: "\(place)") == place)
    }
    #expect(arrangement.index(of: "300") == nil)
  }

  @Test("A list finds rows by id despite indices of an earlier arrangement")
  func aPlaceRememberedWronglyMisleadsNobody() {
    func arrangement(_ ids: Range<Int>) -> Arrangement<Animal> {
      Arrangement(
        ids.map { Animal("\($0)") }, columns: Animal.columns, sort: .asReceived,
        query: FilterQuery(""), id: { $0.id })
    }
    var before = arrangement(0..<300)
    for place in [299, 150, 7] { #expect(before.index(of: "\(place)") == place) }
    var after = arrangement(100..<200)
    after.remember(before)
    for id in [299, 150, 7, 107] {
      #expect(after.index(of: "\(id)") == ((100..<200).contains(id) ? id - 100 : nil))
    }
  }

  @Test("A list finds the first of two rows with the same id")
  func ofTwoRowsWithOneIDTheFirstIsMeant() {
    var arrangement = Arrangement(
      [Animal("x"), Animal("same"), Animal("same")], columns: Animal.columns, sort: .asReceived,
      query: FilterQuery(""), id: { $0.id })
    #expect(arrangement.index(of: "same") == 1)
  }

  @Test(
    "A list's neighbour ids are ordered by distance",
    arguments: [
      (0, ["1", "2", "3", "4"]), (2, ["3", "1", "4", "0", "5", "6"]),
      (9, ["8", "7", "6", "5"]), (5, ["6", "4", "7", "3", "8", "2", "9", "1"]),
    ])
  func neighboursAreTheNearestFirst(place: Int, expected: [String]) {
    let arrangement = Arrangement(
      (0..<10).map { Animal("\($0)") }, columns: Animal.columns, sort: .asReceived,
      query: FilterQuery(""), id: { $0.id })
    #expect(arrangement.neighbourIDs(of: place) == expected)
  }
}
