import Terminals

extension ColumnWidth {
  /// Returns this width, limited to the cells that the texts need.
  func fitted(to needed: Int) -> ColumnWidth {
    guard minimum < maximum else { return self }
    let maximum = min(max(1, needed), maximum)
    return ColumnWidth(
      minimum: min(minimum, maximum), maximum: maximum, ideal: min(ideal, maximum), share: share)
  }
}

extension Column {
  /// Returns the column's width for these rows: at most its widest cell, or its heading with a sort
  /// mark.
  ///
  /// Called when rows change, never while drawing. A text with fewer bytes than the widest cell so
  /// far isn't measured.
  func width(for rows: ListRows<Row>) -> ColumnWidth {
    guard width.minimum < width.maximum, !rows.isEmpty else { return width }
    var widest = heading.isEmpty ? 1 : CellWidth.of(heading) + 2
    for row in rows {
      let text = text(row)
      guard text.utf8.count > widest else { continue }
      widest = max(widest, CellWidth.of(text))
      if widest >= width.maximum { break }
    }
    return width.fitted(to: widest)
  }
}
