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

  @Test(arguments: [
    (0, 34, " [Summary]  Visits   Encounters"),
    (0, 33, " [Summary]  Visits             …"),
    (0, 21, " [Summary]  Visits …"), (0, 20, " [Summary]        …"), (0, 8, " [Summ…"),
    (1, 22, "  Summary  [Visits] …"), (1, 21, " … [Visits]        …"),
    (2, 35, "  Summary   Visits  [Encounters]"), (2, 34, " …  Visits  [Encounters]"),
    (2, 27, " …  Visits  [Encounters]"), (2, 26, " … [Encounters]"),
  ])
  func asManyStandThereAsHaveRoom(current: Int, columns: Int, text: String) {
    #expect(line(current, columns) == text)
  }

  @Test func aTitleIsHitFromItsFirstColumnToItsLast() {
    let bar = bar(0, 80)
    #expect(
      [0, 1, 9, 10, 11, 18, 19, 20, 31, 32].map { bar.index(at: $0) } == [
        nil, 0, 0, nil, 1, 1, nil, 2, 2, nil,
      ])
  }

  @Test func theCurrentOneIsAccented() {
    var canvas = Canvas(size: Size(rows: 1, columns: 80))
    bar(1, 80).draw(current: 1, row: 0, in: &canvas)
    let roles = canvas.picture.cells(ofRow: 0).map(\.style.role)
    #expect(Array(roles[11..<19]) == Array(repeating: .accent, count: 8))
    #expect(roles[2] == .secondary && roles[22] == .secondary)
  }
}
