import Terminals

/// A window divided among a list and the details beside it.
struct SplitLayout {
  /// The least width of a window in which both have room.
  static let narrowest = 120

  let size: Size

  /// True if list and details are side by side.
  var isWide: Bool { size.columns >= SplitLayout.narrowest }

  /// The width of the list: two fifths of a wide window, and all of a narrow one.
  var listColumns: Int { isWide ? size.columns * 2 / 5 : size.columns }

  var list: Area { Area(row: 0, column: 0, rows: size.rows, columns: listColumns) }

  /// The column of the rule between the two.
  var ruleColumn: Int { listColumns }

  var details: Area {
    guard isWide else { return list }
    let start = listColumns + 1
    return Area(row: 0, column: start, rows: size.rows, columns: size.columns - start)
  }
}

extension Area {
  /// The area's size.
  var size: Size { Size(rows: rows, columns: columns) }
}
