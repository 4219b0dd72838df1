/// The headings of groups: lines above the first row of each, which can't be selected.
///
/// Lines and rows are counted apart here: a group's first row needs two lines. Nothing is worked out for more rows than a screen shows.
extension ListController {
  /// The fewest lines on which there are headings: with fewer no row might have room beside them.
  private static var fewestLines: Int { 4 }

  /// The place of the column whose texts are headings now; nil if there are none. The rows must stand as received, all of them, so that a
  /// group is in one place.
  var groupColumn: Int? {
    guard let groupColumnID, !isArranged, content?.part == nil else { return nil }
    return columns.firstIndex { $0.id == groupColumnID }
  }

  private func isGrouped(lines: Int) -> Bool { lines >= Self.fewestLines && groupColumn != nil }

  /// Returns the heading above a row, which must be shown; nil for one inside a group, or without.
  func heading(above place: Int, lines: Int) -> String? {
    guard lines >= Self.fewestLines, let column = groupColumn.map({ columns[$0] }) else {
      return nil
    }
    let text = column.text(arrangement[place])
    guard !text.isEmpty, place == 0 || column.text(arrangement[place - 1]) != text else {
      return nil
    }
    return text
  }

  /// Returns the number of lines that a row takes.
  private func height(of place: Int, lines: Int) -> Int {
    guard (0..<arrangement.count).contains(place) else { return 1 }
    return heading(above: place, lines: lines) == nil ? 1 : 2
  }

  /// Returns the number of rows from a place on that there is room for, also of such as don't exist behind the last.
  func rowCount(from place: Int, lines: Int) -> Int {
    guard isGrouped(lines: lines) else { return lines }
    var (count, used) = (0, height(of: place, lines: lines))
    while used <= lines {
      count += 1
      used += height(of: place + count, lines: lines)
    }
    return count
  }

  /// Returns the number of rows up to a place that there is room for, also of such as don't exist before the first.
  func rowCount(to place: Int, lines: Int) -> Int {
    guard isGrouped(lines: lines) else { return lines }
    var (count, used) = (0, height(of: place, lines: lines))
    while used <= lines {
      count += 1
      used += height(of: place - count, lines: lines)
    }
    return count
  }

  /// The lines of a screen from a place on: headings and rows. A heading whose row has no room isn't there.
  func listLines(from top: Int, lines: Int) -> [ListLine] {
    let places = top..<min(top + rowCount(from: top, lines: lines), arrangement.count)
    guard isGrouped(lines: lines) else { return places.map(ListLine.row) }
    var all: [ListLine] = []
    for place in places {
      if let text = heading(above: place, lines: lines) { all.append(.heading(text)) }
      all.append(.row(place))
    }
    return all
  }
}

/// A line of a list: a group's heading, or a row by its place among those shown.
enum ListLine: Hashable {
  case heading(String)
  case row(Int)
}
