import Terminals

/// The columns that fit on a line, with their positions.
struct ColumnLayout: Hashable {
  struct Frame: Hashable {
    /// The index of the column in the given widths.
    let index: Int
    let start: Int
    let width: Int
  }

  let frames: [Frame]
  static let gap = 2

  /// Includes a column if its minimum fits beside the ideals of those before it.
  init(_ all: [ColumnWidth], hiding hidden: Set<Int> = [], from start: Int, to end: Int) {
    let shown = all.indices.filter { !hidden.contains($0) }
    let widths = shown.map { all[$0] }
    let availableWidth = max(0, end - start)
    var count = widths.count
    func gaps(_ count: Int) -> Int { ColumnLayout.gap * max(0, count - 1) }
    func needed(_ count: Int) -> Int {
      widths.prefix(count - 1).reduce(gaps(count) + widths[count - 1].minimum) { $0 + $1.ideal }
    }
    while count > 1, needed(count) > availableWidth { count -= 1 }
    var shares = widths.prefix(count).map { min($0.minimum, availableWidth) }
    var spare = availableWidth - gaps(count) - shares.reduce(0, +)
    for index in 0..<count where spare > 0 {
      let given = min(spare, widths[index].ideal - shares[index])
      shares[index] += given
      spare -= given
    }
    while spare > 0 {
      let growing = (0..<count).filter { shares[$0] < widths[$0].maximum && widths[$0].share > 0 }
      let total = growing.reduce(0) { $0 + widths[$1].share }
      guard total > 0 else { break }
      let round = spare
      for index in growing where spare > 0 {
        let wanted = max(1, round * widths[index].share / total)
        let given = min(wanted, spare, widths[index].maximum - shares[index])
        shares[index] += given
        spare -= given
      }
    }
    var column = start
    var frames: [Frame] = []
    for index in 0..<count {
      frames.append(Frame(index: shown[index], start: column, width: shares[index]))
      column += shares[index] + ColumnLayout.gap
    }
    self.frames = frames
  }
}

extension ColumnWidth {
  func fitted(to needed: Int) -> ColumnWidth {
    guard minimum < maximum else { return self }
    let maximum = min(max(1, needed), maximum)
    return ColumnWidth(
      minimum: min(minimum, maximum), maximum: maximum, ideal: min(ideal, maximum), share: share)
  }
}

extension ColumnWidth {
  /// Returns the widths of columns: at most the widest cell, or the heading with a sort mark.
  /// Measured when rows change, never while drawing, in one pass over the rows.
  static func fitted<Row>(_ columns: [Column<Row>], to rows: [Row]) -> [ColumnWidth] {
    guard !rows.isEmpty else { return columns.map(\.width) }
    var widest = columns.map { $0.heading.isEmpty ? 1 : CellWidth.of($0.heading) + 2 }
    let measured = columns.indices.filter { columns[$0].width.minimum < columns[$0].width.maximum }
    let texts = measured.map { columns[$0].text }
    let limits = measured.map { columns[$0].width.maximum }
    for row in rows {
      for (index, column) in measured.enumerated() where widest[column] < limits[index] {
        let text = texts[index](row)
        if text.utf8.count > widest[column] {
          widest[column] = max(widest[column], CellWidth.of(text))
        }
      }
    }
    return columns.indices.map { columns[$0].width.fitted(to: widest[$0]) }
  }
}
