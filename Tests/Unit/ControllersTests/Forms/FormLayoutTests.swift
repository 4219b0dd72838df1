import Screens
import Terminals
import Testing

@testable import Controllers

/// The places of a form's parts, on both sides of each size at which they change.
@MainActor @Suite struct FormLayoutTests {
  private func form(
    fields: [Field] = [Field("name", label: "Name", initial: "abc")], buttons: [String] = ["Go"],
    choices: [String]? = nil, report: String? = nil
  ) -> FormController {
    let form = StartController(
      fields: fields,
      buttons: buttons.map { title in
        FormButton(title, title: title) { _, _ in FormButton.Outcome() }
      },
      choices: {
        choices.map { titles in
          StartChoices(
            title: "Known", valueTitle: "saved",
            rows: titles.map { StartChoice($0, title: $0, outcome: FormButton.Outcome()) })
        }
      })
    form.state.report = report.map { StatusMessage($0) }
    return form
  }

  private func lines(_ form: FormController, rows: Int, columns: Int = 40) -> [String] {
    Stage(rows: rows, columns: columns).lines(of: form)
  }

  private let field = " Name   abc"
  private let button = " [ Go ]"
  private let heading = " Known " + String(repeating: "─", count: 26) + " saved"

  /// The report's blank line goes last, for it is what the form has to say.
  @Test("A form drops blank lines one by one as the window gets lower")
  func blankLinesGoOneAfterTheOtherWhereRowsAreFew() {
    let form = form(report: "Done.")
    #expect(lines(form, rows: 7) == ["", field, "", button, "", " Done.", ""])
    #expect(lines(form, rows: 6) == ["", field, "", button, "", " Done."])
    #expect(lines(form, rows: 5) == [field, "", button, "", " Done."])
    #expect(lines(form, rows: 4) == [field, button, "", " Done."])
    #expect(lines(form, rows: 3) == [field, button, " Done."])
    #expect(lines(form, rows: 2) == [field, button])
  }

  @Test("A form has a blank line above the choices if a row is spare")
  func theChoicesHeadingIsApartAsSoonAsThereIsARowToSpare() {
    let form = form(choices: ["ann", "bob"])
    let table = [heading, " ann", " bob"]
    #expect(lines(form, rows: 9) == ["", field, "", button, ""] + table + [""])
    #expect(lines(form, rows: 8) == [field, "", button, ""] + table + [""])
    #expect(lines(form, rows: 7) == [field, button, ""] + table + [""])
    #expect(lines(form, rows: 6) == [field, button, ""] + table)
    #expect(lines(form, rows: 5) == [field, button] + table)
    #expect(lines(form, rows: 4) == [field, button] + table.prefix(2))
  }

  @Test("A form draws choices below the status message") func theChoicesStandBelowTheReport() {
    let form = form(choices: ["ann", "bob"], report: "Done.")
    let table = [heading, " ann", " bob"]
    #expect(lines(form, rows: 9) == [field, "", button, "", " Done.", ""] + table)
    #expect(lines(form, rows: 6) == [field, button, " Done."] + table)
  }

  /// Of many choices three count as rows that the form needs.
  @Test("A form in a low window shows three of many choices")
  func ofALongTableTheFirstRowsHaveToDo() {
    let form = form(choices: ["1", "2", "3", "4", "5"])
    #expect(lines(form, rows: 7) == [field, button, "", heading, " 1", " 2", " 3"])
    #expect(lines(form, rows: 6) == [field, button, heading, " 1", " 2", " 3"])
    form.state.focusID = "5"
    #expect(lines(form, rows: 6) == [heading, " 1", " 2", " 3", " 4", " 5"])
    form.state.focusID = "4"
    #expect(lines(form, rows: 6) == [button, heading, " 1", " 2", " 3", " 4"])
  }

  @Test(
    "A form's field and button have exact columns at each width",
    arguments: [
      (9, 7, 4, 1), (12, 8, 4, 1), (40, 8, 30, 1), (45, 8, 35, 1), (46, 8, 36, 1), (48, 8, 36, 1),
      (49, 8, 36, 8), (59, 8, 36, 8), (60, 10, 36, 10), (200, 10, 36, 10),
    ])
  func theFieldAndTheButtonHaveTheirColumns(columns: Int, start: Int, width: Int, button: Int) {
    let layout = FormLayout(form(), size: Size(rows: 10, columns: columns))
    #expect(layout.areas.map(\.id) == ["name", "Go"])
    #expect(
      layout.areas.map(\.area) == [
        Area(row: 1, column: start, rows: 1, columns: width),
        Area(row: 3, column: button, rows: 1, columns: 6),
      ])
  }

  @Test(
    "A form's label takes a third of the width at most",
    arguments: [
      (9, " Na…   ab"), (12, " Name   abc"), (59, " Name   abc"), (60, "   Name   abc"),
    ])
  func theLabelHasAThirdOfTheWidthAtMost(columns: Int, line: String) {
    #expect(lines(form(), rows: 10, columns: columns)[1] == line)
  }

  @Test("A form shows a field's error beside the field if both fit")
  func aProblemStandsBesideTheFieldWhereThereIsRoomForIt() {
    let problem = "✕ no blanks"
    let form = form(fields: [
      Field("name", label: "Name", initial: "a b", problem: { _ in "no blanks" })
    ])
    func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
    #expect(
      lines(form, rows: 5, columns: 77) == [
        "   Name   a b" + blanks(35) + problem, "", blanks(10) + "[ Go ]", "", "",
      ])
    #expect(
      lines(form, rows: 6, columns: 76) == [
        "", "   Name   a b", blanks(10) + problem, "", blanks(10) + "[ Go ]", "",
      ])
    #expect(lines(form, rows: 4) == [" Name   a b", blanks(8) + problem, button, ""])
    let picture = Stage(rows: 4, columns: 40).picture(of: form)
    #expect(Array(picture.cells(ofRow: 1))[8].style == .warning)
  }

  @Test(
    "A form wraps buttons that don't fit the line",
    arguments: [
      (27, [0, 0, 0], [1, 10, 19]), (26, [0, 0, 1], [1, 10, 1]), (18, [0, 0, 1], [1, 10, 1]),
      (17, [0, 1, 2], [1, 1, 1]), (3, [0, 1, 2], [1, 1, 1]), (60, [0, 0, 0], [6, 15, 24]),
    ])
  func buttonsThatHaveNoRoomGoOnTheNextLine(columns: Int, rows: [Int], starts: [Int]) {
    let form = form(fields: [], buttons: ["One", "Two", "Six"])
    let areas = FormLayout(form, size: Size(rows: 10, columns: columns)).areas.map(\.area)
    #expect(areas.map(\.row) == rows.map { $0 + 2 })
    #expect(areas.map(\.column) == starts)
    #expect(areas.allSatisfy { $0.columns == 7 && $0.rows == 1 })
  }

  @Test("A form of one or two rows shows the focused part")
  func onAVeryLowScreenTheFocusIsTheLastRow() {
    let form = form(fields: ["A", "B", "C"].map { Field($0, label: $0) })
    for (focusID, two, one) in [
      ("A", [" A", " B"], " A"), ("B", [" A", " B"], " B"), ("C", [" B", " C"], " C"),
      ("Go", [" C", button], button),
    ] {
      form.state.focusID = focusID
      #expect(lines(form, rows: 2) == two)
      #expect(lines(form, rows: 1) == [one])
    }
  }

  @Test("A form styles its focused part and its disabled buttons")
  func whatHasTheFocusAndWhatCanBePressedIsSeen() {
    let form = StartController(
      fields: ["A", "B"].map { Field($0, label: $0) },
      buttons: [
        FormButton("go", title: "Go") { _, _ in FormButton.Outcome() },
        FormButton("on", title: "On", needsLoaded: true) { _, _ in FormButton.Outcome() },
      ])
    let stage = Stage(rows: 4, columns: 40)
    func style(_ row: Int, _ column: Int) -> Style {
      Array(stage.picture(of: form).cells(ofRow: row))[column].style
    }
    #expect(style(0, 1) == .title && style(1, 1) == .secondary)
    #expect(style(2, 1) == .text && style(2, 9) == .secondary)
    #expect(stage.picture(of: form).cursor == Position(row: 0, column: 5))
    form.state.focusID = "on"
    #expect(style(0, 1) == .secondary)
    #expect(style(2, 1) == .text && style(2, 9) == Style(.secondary, isSelected: true))
    #expect(stage.picture(of: form).cursor == nil)
    form.state.loaded = "it"
    #expect(style(2, 9) == Style(.text, isSelected: true))
  }
}
