import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Controllers

/// A list offers no key that does nothing, and says of the selected row what its columns have no
/// room for.
@MainActor @Suite struct ListControllerOffersTests {
  private struct Failure: Error {}

  /// A list of two columns, of which the second has no heading.
  private func list(
    _ rows: [Animal], showsHeadings: Bool = true, failure: (any Error)? = nil
  ) -> ListController<Animal> {
    ListController(
      title: "Animals",
      columns: [
        Column("name", heading: "NAME", width: .flexible(8...30), text: { $0.name }),
        Column(
          "legs", heading: "", width: .fixed(6), hidesIfEmpty: true,
          text: { $0.legs.map { "\($0)" } ?? "" }),
        Column("place", heading: "PLACE", width: .fixed(60), text: { $0.place }),
      ],
      id: { $0.id },
      options: {
        $0.showsHeadings = showsHeadings
        $0.actions = [RowAction("y", label: "raw", help: "Look closer") { _, _ in }]
        $0.footer = { $0.place }
      },
      source: { load in
        if let failure { throw failure }
        load.show(ListContent(rows: rows, summary: "\(rows.count) animals"))
      }, open: { _, _ in })
  }

  private func session(
    _ list: @escaping @autoclosure () -> ListController<Animal>, columns: Int = 60, rows: Int = 12
  ) async throws -> TestSession<BarnRoute> {
    try await TestSession(
      Application("barn", title: "Barn", root: BarnRoute.list) { _ in list() },
      size: Size(rows: rows, columns: columns))
  }

  private let animals = [
    Animal("1", place: "the meadow behind the mill, where it is wet"), Animal("2", place: ""),
  ]

  @Test func aColumnWithoutAHeadingIsNotOfferedForSorting() async throws {
    let session = try await session(list(animals))
    await session.press("s")
    #expect((1...4).map { session.line($0) } == ["   NAME", "   PLACE", " ● As received", ""])
    await session.press(.escape)
    // Nor is it sorted by where its heading would stand.
    let before = session.frame
    await session.send(.mouse(Mouse(.click, at: Position(row: 1, column: 50))))
    #expect(session.frame == before)
  }

  @Test("An empty list offers only refresh") func anEmptyListOffersNothingToChooseFrom()
    async throws
  {
    let session = try await session(list([]))
    for label in ["open", "filter", "sort", "raw"] { try session.expectNo(label) }
    try session.expect("refresh")
  }

  @Test("A list that failed to load offers no row keys") func norDoesOneThatCouldNotBeRead()
    async throws
  {
    let session = try await session(list(animals, failure: Failure()))
    for label in ["open", "filter", "sort", "raw"] { try session.expectNo(label) }
  }

  @Test("A list without headings has no filter and no sort") func aMenuIsNeitherFilteredNorSorted()
    async throws
  {
    let session = try await session(list(animals, showsHeadings: false))
    try session.expect("open")
    for label in ["filter", "sort"] { try session.expectNo(label) }
    await session.press("/", "x")
    try session.expect("name of 1")
  }

  @Test("A list's footer wraps below the rows for the selected row")
  func whatIsSaidOfTheSelectedRowStandsBelowOnAsManyLinesAsItNeeds() async throws {
    let session = try await session(list(animals), columns: 30)
    try session.expect("the meadow behind the mill,")
    try session.expect("where it is wet")
    await session.press("j")
    try session.expectNo("meadow")
  }

  @Test("A low list drops its headings, then a row, for its footer")
  func forItTheHeadingsGoAndThenOneOfTwoRows() async throws {
    let session = try await session(list(animals), columns: 30, rows: 7)
    try session.expect("name of 2")
    try session.expect("the meadow behind the mill,…")
    let small = try await self.session(list(animals), columns: 30, rows: 6)
    try small.expect("name of 2")
    try small.expect("the meadow behind the mill,…")
    try small.expectNo("NAME")
    let smaller = try await self.session(list(animals), columns: 30, rows: 5)
    try smaller.expect("the meadow behind the mill,…")
    try smaller.expectNo("name of 2")
  }

  @Test func aColumnThatNoRowHasATextForIsNotShown() async throws {
    let snails = animals.map { animal in
      var snail = animal
      snail.legs = nil
      return snail
    }
    let with = try await session(list(animals), columns: 90)
    let without = try await session(list(snails), columns: 90)
    func start(_ session: TestSession<BarnRoute>) throws -> Int {
      let text = session.frame.text
      return text.distance(
        from: text.startIndex, to: try #require(text.firstRange(of: "PLACE")).lowerBound)
    }
    #expect(try start(with) == start(without) + 8)
  }

  @Test("A list too narrow for its columns shows an ellipsis") func thatColumnsHaveNoRoomIsSaid()
    async throws
  {
    let narrow = try await session(list(animals), columns: 60)
    try narrow.expect("…")
    try await session(list(animals), columns: 90).expectNo("…")
  }
}
