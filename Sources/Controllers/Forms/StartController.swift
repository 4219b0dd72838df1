import Terminals

/// A form as a first screen, such as a sign-in, with choices below its buttons that fill in the
/// fields.
///
/// ```swift
/// StartController(
///   fields: [
///     Field("user", label: "User"), Field("password", label: "Password", isSecret: true),
///   ],
///   buttons: [logIn], submitID: "log-in", isFirstScreen: true)
/// ```
@MainActor public final class StartController: FormController {}

/// A table below the buttons of a form, for example of recent servers. Choosing a row fills in the
/// fields.
public struct StartChoices: Sendable {
  /// The heading of the left column.
  public let title: String
  /// The heading of the right column, which shows each row's `value`.
  public let valueTitle: String
  /// The rows that the user can choose, from top to bottom.
  public let rows: [StartChoice]

  /// Creates a table.
  ///
  ///     StartChoices(title: "Servers", valueTitle: "USER", rows: recent)
  public init(title: String, valueTitle: String, rows: [StartChoice]) {
    self.title = title
    self.valueTitle = valueTitle
    self.rows = rows
  }
}

/// A row of a ``StartChoices`` table.
public struct StartChoice: Sendable {
  /// The row's name in sessions. It must differ from the ids of the form's fields, buttons and
  /// other rows.
  public let id: String
  /// The row's text in the left column.
  public let title: String
  /// A text that distinguishes this row from others with the same title; otherwise empty.
  public let detail: String
  /// The row's text in the right column.
  public let value: String
  /// The changes to the form when the user chooses the row, such as new texts for the fields.
  public let outcome: FormButton.Outcome

  /// Creates a row.
  ///
  ///     StartChoice("0", title: "north.example.com", value: "anna", outcome: FormButton.Outcome())
  public init(
    _ id: String, title: String, detail: String = "", value: String = "",
    outcome: FormButton.Outcome
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.value = value
    self.outcome = outcome
  }
}

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
    let usedWidth = valueWidth + Self.gap
    detailWidth =
      detail > 0 && available - usedWidth - detail - Self.gap >= min(title, Self.narrowestTitle)
      ? detail + Self.gap : 0
    width = min(available, max(Self.comfortableWidth, title + detailWidth + usedWidth))
  }

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
