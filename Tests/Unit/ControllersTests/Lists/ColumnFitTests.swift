import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Controllers

/// Columns are as wide as what stands in them.
@MainActor @Suite struct ColumnFitTests {
  private static let rows = [
    Animal("1", "short"), Animal("2", "東京東京東京", place: "somewhere far away and longer than that"),
  ]

  @Test func aColumnIsNoWiderThanItsWidestCell() {
    let widths = ColumnWidth.fitted(Animal.columns, to: Self.rows)
    #expect(widths.map(\.maximum) == [12, 6, 20])
    #expect(widths.map(\.minimum) == [8, 6, 6])
  }

  @Test("A list's column is at least as wide as its heading with a sort mark")
  func norNarrowerThanItsHeadingWithASortMark() {
    let rows = [Animal("1", "a", place: "b")]
    #expect(ColumnWidth.fitted(Animal.columns, to: rows).map(\.maximum) == [6, 6, 7])
    #expect(ColumnWidth.fitted(Animal.columns, to: rows)[0].minimum == 6)
  }

  @Test("A list's column without rows has its declared width")
  func withoutRowsItHasTheWidthItWasGiven() {
    #expect(ColumnWidth.fitted(Animal.columns, to: [])[0] == Animal.columns[0].width)
  }

  @Test("A list gives the spare width of a column to another column")
  func whatOneColumnDoesNotNeedAnotherHas() async throws {
    let barn = Barn([Animal("1", "ox", place: "the far meadow"), Animal("2", "hen")])
    let session = try await barn.session(size: Size(rows: 10, columns: 40))
    try session.expect("the far meadow")
  }

  @Test("A list's filter leaves the column widths unchanged")
  func theColumnsStayWhereTheyAreUnderAFilter() async throws {
    let barn = Barn([Animal("1", "a long name of ox"), Animal("2", "hen")])
    let session = try await barn.session()
    let heading = session.line(1)
    await session.press("/")
    await session.type("hen")
    #expect(session.line(1) == heading)
  }

  @Test("A list's refresh fits the column widths to the new rows") func aRefreshFitsThemAnew()
    async throws
  {
    let barn = Barn([Animal("1", "ox"), Animal("2", "hen")])
    let session = try await barn.session()
    barn.rows[0].name = "an ox of a longer name"
    await session.press("r")
    try session.expect("an ox of a longer name  ")
  }
}
