import Screens
import Terminals

@MainActor struct FormLayout {
  private(set) var areas: [(id: String, area: Area)] = []
  private let labelWidth: Int
  private let reportRow: Int
  private let left: Int
  private let choicesRow: Int
  private let choices: StartChoicesLayout?
  /// The number of columns that a validation error needs beside its field.
  private static let problemWidth = 31

  init(_ form: FormController, size: Size) {
    let width = size.columns
    left = width < 60 ? 1 : 3
    labelWidth = min(form.fields.map { CellWidth.of($0.label) }.max() ?? 0, width / 3)
    let fieldStart = left + labelWidth + 3
    let fieldWidth = max(4, min(36, width - fieldStart - 2))
    let buttonStart = fieldStart + 40 < width ? fieldStart : left
    // Spare rows become blank lines: first above the report, then above the buttons, then above the
    // fields.
    let buttonRows = Self.buttonRows(form.buttons, from: buttonStart, width: width)
    let problemRows = form.fields.count { form.problem($0) != nil }
    let reportRows = form.report?.lines(width: width - 5).count ?? 0
    let choices = form.choices
    // A long table reserves only three rows; the focused row is scrolled into view below.
    let choiceRows = choices.map { 1 + min($0.rows.count, 3) } ?? 0
    var spare =
      size.rows - form.fields.count - problemRows - (buttonRows.last ?? 0) - 1 - reportRows
      - choiceRows
    let isHeadingApart = choices != nil && spare > 0
    if isHeadingApart { spare -= 1 }
    var row = spare > 2 ? 1 : 0
    for field in form.fields {
      let area = Area(row: row, column: fieldStart, rows: 1, columns: fieldWidth)
      areas.append((field.id, area))
      row += 1
      if form.problem(field) != nil, width - fieldStart - fieldWidth < Self.problemWidth {
        row += 1
      }
    }
    if spare > 1 { row += 1 }
    var column = buttonStart
    for (index, button) in form.buttons.enumerated() {
      if index > 0, buttonRows[index] > buttonRows[index - 1] { column = buttonStart }
      let wide = CellWidth.of(button.title) + 4
      areas.append(
        (button.id, Area(row: row + buttonRows[index], column: column, rows: 1, columns: wide)))
      column += wide + 2
    }
    row += (buttonRows.last ?? 0) + 1
    let firstReportRow = row + (spare > 0 ? 1 : 0)
    if reportRows > 0 { row = firstReportRow + reportRows }
    if isHeadingApart { row += 1 }
    var table: StartChoicesLayout?
    if let choices {
      let layout = StartChoicesLayout(choices, left: left, columns: width)
      for (index, choice) in choices.rows.enumerated() {
        areas.append((choice.id, layout.area(index, top: row)))
      }
      table = layout
    }
    // On an even smaller screen the focused element stays visible.
    let focusRow = areas.first { $0.id == form.focusID }?.area.row ?? 0
    let hidden = max(0, focusRow - max(0, size.rows - 1))
    areas = areas.map { id, area in
      (id, Area(row: area.row - hidden, column: area.column, rows: 1, columns: area.columns))
    }
    reportRow = firstReportRow - hidden
    choicesRow = row - hidden
    self.choices = table
  }

  /// Counts blank lines above the buttons and above the report.
  static func rows(of form: FormController, columns: Int) -> Int {
    let buttons = FormLayout(form, size: Size(rows: 100, columns: columns)).areas.suffix(
      form.buttons.count)
    let lines = Set(buttons.map(\.area.row)).count
    let reportRows = form.report?.lines(width: columns - 5).count ?? 0
    return form.fields.count * 2 + lines + 2 + reportRows
  }

  private static func buttonRows(_ buttons: [FormButton], from start: Int, width: Int) -> [Int] {
    var row = 0
    var column = start
    return buttons.map { button in
      let wide = CellWidth.of(button.title) + 4
      if column > start, column + wide > width - 1 {
        row += 1
        column = start
      }
      column += wide + 2
      return row
    }
  }

  private func area(_ id: String) -> Area? { areas.first { $0.id == id }?.area }

  func draw(_ form: FormController, in canvas: inout Canvas) {
    for field in form.fields {
      guard let area = area(field.id) else { continue }
      let hasFocus = form.focusID == field.id
      canvas.write(
        field.label, row: area.row, column: left, style: hasFocus ? .title : .secondary,
        limit: labelWidth)
      canvas.drawField(
        form.shownText(field), row: area.row, column: area.column, width: area.columns,
        hasFocus: hasFocus, placeholder: field.placeholder)
      guard let problem = form.problem(field) else { continue }
      let end = area.column + area.columns
      let isBeside = canvas.columns - end >= Self.problemWidth
      canvas.write(
        "✕ " + problem, row: isBeside ? area.row : area.row + 1,
        column: isBeside ? end + 2 : area.column, style: .warning, limit: canvas.columns)
    }
    for button in form.buttons {
      guard let area = area(button.id) else { continue }
      let hasFocus = form.focusID == button.id
      let isEnabled = form.isEnabled(button)
      canvas.write(
        "[ \(button.title) ]", row: area.row, column: area.column,
        style: Style(isEnabled ? .text : .secondary, isSelected: hasFocus))
    }
    if let choices {
      choices.drawHeading(row: choicesRow, in: &canvas)
      for choice in form.choices?.rows ?? [] {
        guard let area = area(choice.id) else { continue }
        choices.draw(
          choice, in: area, isSelected: form.focusID == choice.id, in: &canvas)
      }
    }
    let rows = canvas.rows - reportRow
    for (index, line) in (form.report?.lines(width: canvas.columns - 5, rows: rows) ?? [])
      .enumerated()
    {
      canvas.write(line.text, row: reportRow + index, column: left, style: line.style)
    }
  }
}
