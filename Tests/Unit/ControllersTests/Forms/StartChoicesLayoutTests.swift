import Terminals
import Testing

@testable import Controllers

@Suite struct StartChoicesLayoutTests {
  private static let rows = [
    StartChoice("a", title: "ann at home", value: "11:59", outcome: .init()),
    StartChoice("b", title: "bob", detail: "demo", value: "1:00", outcome: .init()),
  ]

  /// The heading and the rows at a width, the second one selected.
  private func picture(columns: Int, _ rows: [StartChoice] = Self.rows) -> Frame {
    let choices = StartChoices(title: "Known", valueTitle: "saved", rows: rows)
    let layout = StartChoicesLayout(choices, left: 2, columns: columns)
    var canvas = Canvas(size: Size(rows: 4, columns: columns))
    layout.drawHeading(row: 0, in: &canvas)
    for (number, row) in rows.enumerated() {
      let area = layout.area(number, top: 0)
      #expect(area.row == number + 1 && area.column == 2 && area.rows == 1)
      layout.draw(row, in: area, isSelected: number == 1, in: &canvas)
    }
    return canvas.picture
  }

  private func lines(columns: Int, _ rows: [StartChoice] = Self.rows) -> [String] {
    let picture = picture(columns: columns, rows)
    return (0..<3).map { row in
      String(picture.text(ofRow: row).reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test("A form's choices have values at the right, details before them")
  func valuesStandAtTheRightAndDetailsBeforeThem() {
    #expect(
      lines(columns: 40) == [
        "  Known ──────────────────────── saved",
        "  ann at home                    11:59",
        "  bob                      demo   1:00",
      ])
  }

  @Test("A form's choices are 76 columns wide at most") func noRowIsWiderThanTheEyeFollows() {
    for line in lines(columns: 120) { #expect(line.count == 76) }
  }

  @Test("A form's choices drop the detail on a narrow screen")
  func whereThereIsNoRoomForTheDetailThereIsNone() {
    #expect(
      lines(columns: 20) == ["  Known ──── saved", "  ann at h…  11:59", "  bob         1:00"])
  }

  /// The least width of a title beside a detail is the title's own, up to twelve.
  @Test("A form's choices show the detail as soon as the title fits")
  func aDetailIsThereAsSoonAsThereIsRoomForTheTitle() {
    #expect(lines(columns: 27)[2].contains("demo") == false)
    #expect(lines(columns: 28)[2].contains("demo"))
    #expect(lines(columns: 28)[1] == "  ann at home        11:59")
  }

  @Test("A form's choices without details give the title their columns")
  func withoutDetailsTheTitleHasTheRoom() {
    let rows = [StartChoice("a", title: "somebody at home", value: "", outcome: .init())]
    #expect(lines(columns: 40, rows)[1] == "  somebody at home")
  }

  @Test("A form's selected choice is highlighted over its whole width")
  func theSelectedRowIsMarkedOverItsWholeWidth() {
    let cells = Array(picture(columns: 40).cells(ofRow: 2))
    #expect(cells.map(\.style.isSelected) == (0..<40).map { (2..<38).contains($0) })
    #expect(!picture(columns: 40).cells(ofRow: 1).contains { $0.style.isSelected })
  }

  @Test("A form's choices never exceed a narrow window", arguments: 1...12)
  func noWindowIsTooNarrow(columns: Int) {
    for line in lines(columns: columns) { #expect(line.count <= columns) }
  }

  @Test("A form's choices heading has a rule and value title if both fit")
  func theHeadingHasARuleAndAValuesTitleIfThereIsRoomForBoth() {
    #expect(lines(columns: 17)[0] == "  Known ─ saved")
    #expect(lines(columns: 16)[0] == "  Known")
  }

  /// Of a table that is too narrow the values have half.
  @Test("A form's choices give values half of the table at most")
  func valuesTakeHalfOfTheTableAtMost() {
    #expect(lines(columns: 12) == ["  Known", "  a…  11:…", "  b…  1:00"])
    #expect(lines(columns: 14) == ["  Known", "  an…  11:59", "  bob   1:00"])
  }

  @Test("A form's choices get wider for a long title")
  func aTitleThatNeedsTheRoomMakesTheTableWider() {
    let title = String(repeating: "x", count: 90)
    let rows = [StartChoice("a", title: title, detail: "demo", value: "1:00", outcome: .init())]
    let lines = lines(columns: 140, rows)
    #expect(lines[1] == "  " + title + "  demo   1:00")
    #expect(lines[0].count == lines[1].count)
  }

  @Test("A form's choices draw values in the secondary style") func valuesAreFainterThanTitles() {
    let cells = Array(picture(columns: 40).cells(ofRow: 1))
    #expect(cells[2].style == .text && cells[33].style == .secondary)
    let selected = Array(picture(columns: 40).cells(ofRow: 2))
    #expect(selected[2].style == Style(.text, isSelected: true))
    #expect(selected[27].style == Style(.text, isSelected: true))
    #expect(selected[34].style == Style(.secondary, isSelected: true))
  }
}
