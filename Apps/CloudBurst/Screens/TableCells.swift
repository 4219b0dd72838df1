/// The cells of a small table: a value that is missing leaves its place empty, so that the others stay in their columns.
struct TableCells: Hashable {
  /// The cells of each row. A column that is empty in all rows is left out, and so is what is empty behind a row's last value.
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
