import Screens
import Terminals

/// Where a start screen's parts stand on a screen of a certain size.
@MainActor struct StartLayout {
  private(set) var areas: [(id: String, area: Area)] = []
  private let labelWidth: Int
  private let reportRow: Int
  private static let left = 3

  init(_ start: StartController, size: Size) {
    labelWidth = min(start.fields.map { CellWidth.of($0.label) }.max() ?? 0, size.columns / 3)
    // On a low screen the blank lines go first.
    let rowsWanted = start.fields.count + 6
    let gap = size.rows >= rowsWanted ? 1 : 0
    var row = gap
    let fieldStart = Self.left + labelWidth + 3
    let fieldWidth = max(4, min(40, size.columns - fieldStart - 2))
    for field in start.fields {
      areas.append((field.id, Area(row: row, column: fieldStart, rows: 1, columns: fieldWidth)))
      row += 1
      if start.problem(field) != nil, size.columns - fieldStart - fieldWidth < 24 { row += 1 }
    }
    row += gap
    let buttonStart = fieldStart + 40 < size.columns ? fieldStart : Self.left
    var column = buttonStart
    for button in start.buttons {
      let width = CellWidth.of(button.title) + 4
      if column > buttonStart, column + width > size.columns - 1 {
        row += 1
        column = buttonStart
      }
      areas.append((button.id, Area(row: row, column: column, rows: 1, columns: width)))
      column += width + 2
    }
    reportRow = row + 1 + gap
    // On a screen that is lower still, what has the focus stays in sight.
    let focusRow = areas.first { $0.id == start.focusID }?.area.row ?? 0
    let hidden = max(0, focusRow - max(0, size.rows - 1))
    if hidden > 0 {
      areas = areas.map { id, area in
        (id, Area(row: area.row - hidden, column: area.column, rows: 1, columns: area.columns))
      }
    }
  }

  private func area(_ id: String) -> Area? { areas.first { $0.id == id }?.area }

  func draw(_ start: StartController, in canvas: inout Canvas) {
    for field in start.fields {
      guard let area = area(field.id) else { continue }
      let hasFocus = start.focusID == field.id
      canvas.write(
        field.label, row: area.row, column: Self.left, style: hasFocus ? .title : .secondary,
        limit: labelWidth)
      canvas.drawField(
        start.text(field), row: area.row, column: area.column, width: area.columns,
        hasFocus: hasFocus, placeholder: field.placeholder)
      guard let problem = start.problem(field) else { continue }
      let end = area.column + area.columns
      let isBeside = canvas.columns - end >= 24
      canvas.write(
        "✕ " + problem, row: isBeside ? area.row : area.row + 1,
        column: isBeside ? end + 2 : area.column, style: .warning, limit: canvas.columns)
    }
    for button in start.buttons {
      guard let area = area(button.id) else { continue }
      let hasFocus = start.focusID == button.id
      let isEnabled = start.isEnabled(button)
      canvas.write(
        "[ \(button.title) ]", row: area.row, column: area.column,
        style: Style(isEnabled ? .text : .secondary, isSelected: hasFocus))
    }
    if start.busyID != nil {
      canvas.write("Loading…", row: reportRow, column: Self.left, style: .secondary)
      return
    }
    for (index, line) in (start.report?.lines(width: canvas.columns - 5) ?? []).enumerated() {
      canvas.write(line.text, row: reportRow + index, column: Self.left, style: line.style)
    }
  }
}
