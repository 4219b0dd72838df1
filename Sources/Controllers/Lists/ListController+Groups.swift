/// A group's first row needs two lines, so lines and rows are counted separately, and only for the
/// rows on the screen.
extension ListController {
  /// The minimum number of lines for headings. With fewer a row might not fit beside its heading.
  private static var fewestLines: Int { 4 }

  /// All rows must be in the order as received, so that groups are contiguous.
  var groupColumn: Int? {
    guard let groupColumnID = options.groupColumnID, !isArranged, content?.part == nil else {
      return nil
    }
    return columns.firstIndex { $0.id == groupColumnID }
  }

  private func isGrouped(lines: Int) -> Bool { lines >= Self.fewestLines && groupColumn != nil }

  func heading(above index: Int, lines: Int) -> String? {
    guard lines >= Self.fewestLines, let column = groupColumn.map({ columns[$0] }) else {
      return nil
    }
    let text = column.text(arrangement[index])
    guard !text.isEmpty, index == 0 || column.text(arrangement[index - 1]) != text else {
      return nil
    }
    return text
  }

  private func height(of index: Int, lines: Int) -> Int {
    guard (0..<arrangement.count).contains(index) else { return 1 }
    return heading(above: index, lines: lines) == nil ? 1 : 2
  }

  /// Returns the number of rows that fit from an index on, also counting rows after the last.
  func rowCount(from index: Int, lines: Int) -> Int {
    guard isGrouped(lines: lines) else { return lines }
    var (count, used) = (0, height(of: index, lines: lines))
    while used <= lines {
      count += 1
      used += height(of: index + count, lines: lines)
    }
    return count
  }

  /// Returns the number of rows that fit up to an index, also counting rows before the first.
  func rowCount(to index: Int, lines: Int) -> Int {
    guard isGrouped(lines: lines) else { return lines }
    var (count, used) = (0, height(of: index, lines: lines))
    while used <= lines {
      count += 1
      used += height(of: index - count, lines: lines)
    }
    return count
  }

  /// Omits a heading whose row doesn't fit.
  func listLines(from top: Int, lines: Int) -> [ListLine] {
    let indices = top..<min(top + rowCount(from: top, lines: lines), arrangement.count)
    guard isGrouped(lines: lines) else { return indices.map(ListLine.row) }
    var all: [ListLine] = []
    for index in indices {
      if let text = heading(above: index, lines: lines) { all.append(.heading(text)) }
      all.append(.row(index))
    }
    return all
  }
}

/// A line of a list: a group heading, or a visible row by its index.
enum ListLine: Hashable {
  case heading(String)
  case row(Int)
}
