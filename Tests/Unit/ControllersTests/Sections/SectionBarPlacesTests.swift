import Terminals
import Testing

@testable import Controllers

/// The titles' columns, to the last one that has room.
@Suite struct SectionBarPlacesTests {
  private func bar(_ current: Int, _ columns: Int) -> SectionBar {
    SectionBar(["Summary", "Visits", "Encounters"], current: current, columns: columns)
  }

  private func line(_ current: Int, _ columns: Int) -> String {
    var canvas = Canvas(size: Size(rows: 1, columns: columns))
    bar(current, columns).draw(current: current, row: 0, in: &canvas)
    return canvas.picture.text(ofRow: 0).withoutBlanksAtTheEnd
  }

  @Test(
    "A section bar shows as many titles as fit",
    arguments: [
      (0, 33, " [Summary]  Visits   Encounters"), (0, 32, " [1 Summary]  2 Visits        3"),
      (0, 28, " [1 Summary]  2 Visits    3"), (0, 27, " [1 Summary]           2…3"),
      (0, 8, " [1 2…3"), (1, 28, "  1 Summary  [2 Visits]   3"),
      (1, 27, " 1   [2 Visits]          3"),
      (2, 33, "  Summary   Visits  [Encounters]"), (2, 32, " 1    2 Visits  [3 Encounters]"),
      (2, 31, " 1    2 Visits  [3 Encounters]"), (2, 30, " 1…2 [3 Encounters]"),
    ])
  func asManyStandThereAsHaveRoom(current: Int, columns: Int, text: String) {
    #expect(line(current, columns) == text)
  }

  @Test("A section bar's title is hit from its first column to its last")
  func aTitleIsHitFromItsFirstColumnToItsLast() {
    let bar = bar(0, 80)
    #expect(
      [0, 1, 9, 10, 11, 18, 19, 20, 31, 32].map { bar.index(at: $0) } == [
        nil, 0, 0, nil, 1, 1, nil, 2, 2, nil,
      ])
  }

  @Test("A section bar accents the current title") func theCurrentOneIsAccented() {
    var canvas = Canvas(size: Size(rows: 1, columns: 80))
    bar(1, 80).draw(current: 1, row: 0, in: &canvas)
    let roles = canvas.picture.cells(ofRow: 0).map(\.style.role)
    #expect(Array(roles[11..<19]) == Array(repeating: .accent, count: 8))
    #expect(roles[2] == .secondary && roles[22] == .secondary)
  }
}
