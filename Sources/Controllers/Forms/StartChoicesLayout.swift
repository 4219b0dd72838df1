import Screens
import Terminals

struct StartChoicesLayout {
  private let choices: StartChoices
  private let left: Int
  private let width: Int
  private let detailWidth: Int
  private let valueWidth: Int
  private static let gap = 2
  /// The maximum width, so that the eye can follow a row from end to end.
  private static let comfortableWidth = 74
  private static let narrowestTitle = 12

  init(_ choices: StartChoices, left: Int, columns: Int) {
    self.choices = choices
    self.left = left
    let rows = choices.rows
    let available = max(0, columns - 2 * left)
    let value = (rows.map(\.value) + [choices.valueTitle]).map { CellWidth.of($0) }.max() ?? 0
    let title = rows.map { CellWidth.of($0.title) }.max() ?? 0
    let detail = rows.map { CellWidth.of($0.detail) }.max() ?? 0
    valueWidth = min(value, available / 2)
    let taken = valueWidth + Self.gap
    detailWidth =
      detail > 0 && available - taken - detail - Self.gap >= min(title, Self.narrowestTitle)
      ? detail + Self.gap : 0
    width = min(available, max(Self.comfortableWidth, title + detailWidth + taken))
  }

  /// Returns the area of a row, below the heading at `top`.
  func area(_ index: Int, top: Int) -> Area {
    Area(row: top + 1 + index, column: left, rows: 1, columns: width)
  }

  func drawHeading(row: Int, in canvas: inout Canvas) {
    let end = canvas.write(choices.title, row: row, column: left, style: .title)
    let value = left + width - CellWidth.of(choices.valueTitle)
    guard value > end + 2 else { return }
    canvas.rule(row: row, from: end + 1, to: value - 1)
    canvas.write(choices.valueTitle, row: row, column: value, style: .secondary)
  }

  func draw(_ choice: StartChoice, in area: Area, isSelected: Bool, in canvas: inout Canvas) {
    let detailStart = area.column + width - valueWidth - detailWidth
    if isSelected {
      canvas.fill(
        row: area.row, from: area.column, to: area.column + width,
        style: Style(.text, isSelected: true))
    }
    let value = min(CellWidth.of(choice.value), valueWidth)
    let valueStart = area.column + width - value
    let hasDetail = detailWidth > 0 && !choice.detail.isEmpty
    // A title may continue if there is nothing beside it.
    let titleEnd = (hasDetail ? detailStart : valueStart) - Self.gap
    canvas.write(
      choice.title, row: area.row, column: area.column,
      style: Style(.text, isSelected: isSelected), limit: titleEnd - area.column)
    if hasDetail {
      canvas.write(
        choice.detail, row: area.row, column: detailStart,
        style: Style(.text, isSelected: isSelected), limit: detailWidth - Self.gap)
    }
    canvas.write(
      choice.value, row: area.row, column: valueStart,
      style: Style(.secondary, isSelected: isSelected), limit: value)
  }
}
