import Terminals

/// The titles of sections on one line, the one that is shown in brackets and always in sight.
struct SectionBar {
  struct Tab: Hashable {
    let index: Int
    let column: Int
    let text: String
  }

  private(set) var tabs: [Tab] = []
  /// True if sections before the first title in sight are cut off; `isCutAfter` is true of those after the last.
  private(set) var isCutBefore = false
  private(set) var isCutAfter = false
  private static let gap = 1

  init(_ titles: [String], current: Int, columns: Int) {
    let texts = titles.enumerated().map { $0 == current ? "[\($1)]" : " \($1) " }
    let widths = texts.map { CellWidth.of($0) + Self.gap }
    // The marks of what is cut stand in the first and the last column but one.
    let left = 1
    let right = columns - 2
    var first = 0
    func fits(_ first: Int) -> Bool {
      widths[first...current].reduce(left + (first > 0 ? 2 : 0)) { $0 + $1 } <= right
    }
    while first < current, !fits(first) { first += 1 }
    isCutBefore = first > 0
    var column = left + (isCutBefore ? 2 : 0)
    for index in first..<texts.count {
      guard index == first || column + widths[index] - Self.gap <= right else {
        isCutAfter = true
        break
      }
      tabs.append(Tab(index: index, column: column, text: texts[index]))
      column += widths[index]
    }
  }

  func draw(current: Int, row: Int, in canvas: inout Canvas) {
    if isCutBefore { canvas.write("…", row: row, column: 1, style: .secondary) }
    for tab in tabs {
      canvas.write(
        tab.text, row: row, column: tab.column, style: tab.index == current ? .accent : .secondary,
        limit: canvas.columns - 1 - tab.column)
    }
    if isCutAfter { canvas.write("…", row: row, column: canvas.columns - 2, style: .secondary) }
  }

  /// Returns the section whose title stands in a column.
  func index(at column: Int) -> Int? {
    tabs.last { $0.column <= column && column < $0.column + CellWidth.of($0.text) }?.index
  }
}
