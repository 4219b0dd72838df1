import Screens
import Terminals

extension ListController {
  func drawSummary(
    _ regions: Regions, _ layout: ColumnLayout, row: Int, in canvas: inout Canvas
  ) {
    if state.isFiltering { return drawFilter(row: row, in: &canvas) }
    let order = orderText(layout, hasHeadings: regions.headingRow != nil)
    let position = position(lines: regions.lines)
    let changes = ListChanges.parts(
      changed: max(0, state.changedCount), new: max(0, state.newCount),
      lost: max(0, state.lostCount), actualLoss)
    let left = summary(withNews: changes)
    // The order comes first, because no heading shows it. If it doesn't fit at all, the position
    // may.
    let rights = [[order, position], [order], [position]].map {
      $0.compactMap(\.self).joined(separator: " · ")
    }
    // Urgent counts are never cut, and the number of rows only as a last resort.
    let urgent = left.urgentCount
    let right =
      (urgent == 0 ? [0] : [urgent + 1, urgent]).compactMap { count in
        let leading = left.clauses.prefix(count).joined(separator: " · ")
        let availableWidth = canvas.columns - 2 - (leading.isEmpty ? 0 : CellWidth.of(leading) + 1)
        return rights.first { availableWidth > CellWidth.of($0) }
      }.first ?? ""
    let start = canvas.columns - 1 - CellWidth.of(right)
    if !right.isEmpty { canvas.write(right, row: row, column: start, style: .secondary) }
    canvas.write(
      left.text, row: row, column: 1, style: .secondary,
      limit: (right.isEmpty ? canvas.columns - 1 : start - 2) - 1)
  }

  private func drawFilter(row: Int, in canvas: inout Canvas) {
    let counted =
      filter.isEmpty
      ? counts.text : query.problem ?? content?.matchText(arrangement.count) ?? "0 of 0 match"
    let width = max(8, min(40, canvas.columns - CellWidth.of(counted) - 6))
    canvas.write("/", row: row, column: 1, style: .accent)
    canvas.drawField(filter, row: row, column: 2, width: width, hasFocus: true)
    canvas.write(
      counted, row: row, column: width + 4, style: query.problem == nil ? .secondary : .warning,
      limit: canvas.columns - width - 5)
  }

  /// Urgent counts, the number of rows, the changes, then the other counts, which are cut first.
  private func summary(withNews news: String) -> ListSummary {
    var line = counts
    if !news.isEmpty {
      line.clauses.insert(news, at: min(line.clauses.count, line.urgentCount + 1))
    }
    return line
  }

  private func position(lines: Int) -> String? {
    guard let selected = selectedIndex else { return nil }
    if let part = content?.part, !isArranged {
      let position = part.pageTable.position(of: selected)
      guard let count = part.pageTable.count(atLeast: position + 1), count > lines else {
        return nil
      }
      return "\((position + 1).grouped) of \(count.grouped)"
    }
    let count = isArranged ? arrangement.count : content?.total ?? arrangement.count
    guard count > rowCount(from: 0, lines: lines) else { return nil }
    return "\((selected + 1).grouped) of \(count.grouped)"
  }
}
