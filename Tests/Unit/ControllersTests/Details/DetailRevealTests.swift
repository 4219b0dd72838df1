import Screens
import Terminals
import Testing

@testable import Controllers

/// A row that has to be read before anything is agreed to.
@MainActor @Suite struct DetailRevealTests {
  private let navigator = Navigator(size: Size(rows: 10, columns: 60)) { _ in }

  /// Six rows of a line each, a tall one of twelve lines, and six rows more.
  private func detail() async -> DetailController {
    let rows: [DetailRow] =
      (0..<6).map { .labelled("Above \($0)", "x") }
      + [.labelled("Tall", (0..<12).map { "line \($0)" }.joined(separator: "\n"))]
      + (0..<6).map { .labelled("Below \($0)", "x") }
    let detail = DetailController(title: "T") {
      $0.show(Detail(title: "T", headline: "H", sections: [DetailSection(rows: rows)]))
    }
    await detail.load(.appear, navigator)
    return detail
  }

  /// The lines of a row.
  private func lines(_ id: String, _ layout: DetailLayout) -> Set<Int> {
    Set(
      layout.lines.indices.filter { layout.lines[$0].rowID == id && layout.lines[$0].number >= 0 })
  }

  /// Reveals a row until all of it was seen; returns the lines at the top after each step.
  private func tops(
    _ id: String, _ detail: DetailController, _ size: Size
  ) throws -> [Int] {
    let layout = try #require(detail.layout(size))
    var tops: [Int] = []
    var seen = Set(detail.shownLines(layout, size))
    while !detail.reveal(id, size) {
      let shown = detail.shownLines(layout, size)
      tops.append(shown.lowerBound)
      seen.formUnion(shown)
      try #require(tops.count < 20)
    }
    let wanted = lines(id, layout)
    #expect(wanted.count == (id == "Tall" ? 12 : 1))
    #expect(seen.isSuperset(of: wanted))
    #expect(detail.shownLines(layout, size).contains(wanted.max() ?? -1))
    return tops
  }

  @Test(
    "Revealing a detail's tall row pages through all of its lines",
    arguments: [(3, 4), (4, 3), (5, 3), (6, 2), (11, 2), (12, 1)])
  func aTallRowIsGoneThroughFromItsFirstLine(rows: Int, steps: Int) async throws {
    let detail = await detail()
    let size = Size(rows: rows, columns: 60)
    let layout = try #require(detail.layout(size))
    let first = try #require(lines("Tall", layout).min())
    let tops = try tops("Tall", detail, size)
    #expect(tops.count == steps)
    #expect(tops.first == first)
    #expect(zip(tops, tops.dropFirst()).allSatisfy { $1 - $0 <= rows && $1 > $0 })
    // Whoever has read it may go on.
    #expect(detail.reveal("Tall", size))
  }

  @Test("Revealing a detail's row from below scrolls back to its first line")
  func fromBelowOneGoesBackToItsFirstLine() async throws {
    let detail = await detail()
    let size = Size(rows: 5, columns: 60)
    let layout = try #require(detail.layout(size))
    detail.scroll(size) { _ in 1000 }
    #expect(!detail.reveal("Tall", size))
    #expect(detail.shownLines(layout, size).lowerBound == lines("Tall", layout).min())
    detail.scroll(size) { _ in 1000 }
    #expect(!detail.reveal("Above 0", size))
    #expect(detail.reveal("Above 0", size))
  }

  @Test("Revealing a detail's visible row doesn't scroll") func whatIsInSightMovesNothing()
    async throws
  {
    let detail = await detail()
    let size = Size(rows: 60, columns: 60)
    for id in ["Above 0", "Tall", "Below 5"] { #expect(try tops(id, detail, size) == []) }
    #expect(detail.state.topRowID == nil)
    #expect(!detail.reveal("no such row", size))
  }
}
