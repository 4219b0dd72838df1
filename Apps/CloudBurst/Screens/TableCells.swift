/// The cells of a table without headings. A missing value becomes an empty cell.
struct TableCells: Hashable {
  /// The cells of each row, without columns that are always empty and without trailing empty cells.
  let rows: [[String]]

  init(_ values: [[String?]]) {
    let width = values.map(\.count).max() ?? 0
    let columns = (0..<width).filter { column in
      values.contains { column < $0.count && $0[column] != nil }
    }
    rows = values.map { row in
      let cells = columns.map { $0 < row.count ? row[$0] ?? "" : "" }
      return Array(cells.prefix((cells.lastIndex { !$0.isEmpty } ?? -1) + 1))
    }
  }
}
