public import Terminals

extension SearchController {
  /// The row of the field, above the matches. A tall screen has a blank row between them.
  private static var fieldRow: Int { 0 }

  func partRow(_ size: Size) -> Int { size.rows > 12 ? 2 : 1 }

  func partSize(_ size: Size) -> Size {
    Size(rows: size.rows - partRow(size), columns: size.columns)
  }

  public func draw(in canvas: inout Canvas) {
    let label = scope?.title ?? label
    let start = 1 + CellWidth.of(label) + 2
    canvas.write(label, row: Self.fieldRow, column: 1, style: .title)
    let room = canvas.columns - start - 1
    let width = max(4, min(48, footer == nil ? room : room / 2))
    canvas.drawField(
      state.query, row: Self.fieldRow, column: start, width: width, hasFocus: true,
      placeholder: placeholder)
    canvas.write(
      query.isEmpty ? "" : footer?(query) ?? "", row: Self.fieldRow, column: start + width + 2,
      style: .secondary,
      limit: canvas.columns - start - width - 3)
    let top = partRow(canvas.size)
    let area = Area(row: top, column: 0, rows: canvas.rows - top, columns: canvas.columns)
    canvas.within(area) { canvas in
      guard query.isEmpty else { return results.draw(in: &canvas) }
      for (row, line) in Wrapping.lines(of: explanation, width: canvas.columns - 3).enumerated() {
        canvas.write(line, row: row, column: 2, style: .secondary)
      }
    }
  }
}
