import Terminals

struct SplitLayout {
  static let narrowest = 120

  let size: Size

  var isWide: Bool { size.columns >= SplitLayout.narrowest }

  /// The width of the list: two fifths of a wide window, or all of a narrow one.
  var listColumns: Int { isWide ? size.columns * 2 / 5 : size.columns }

  var list: Area { Area(row: 0, column: 0, rows: size.rows, columns: listColumns) }

  var ruleColumn: Int { listColumns }

  var details: Area {
    guard isWide else { return list }
    let start = listColumns + 1
    return Area(row: 0, column: start, rows: size.rows, columns: size.columns - start)
  }
}

extension Area {
  var size: Size { Size(rows: rows, columns: columns) }
}
