import Screens
import Terminals
import Testing

@testable import Controllers

@Suite struct DetailLayoutTests {
  private func detail(
    _ rows: DetailRow..., mark: Mark? = nil, headline: String = "H", aside: String = "",
    subtitle: String = "", heading: String? = nil
  ) -> Detail {
    Detail(
      title: "T", mark: mark, headline: headline, aside: aside, subtitle: subtitle,
      sections: rows.isEmpty ? [] : [DetailSection(heading, rows: rows)])
  }

  /// The lines at a width, without blanks at their ends.
  private func lines(_ detail: Detail, width: Int) -> [String] {
    let layout = DetailLayout(detail, width: width)
    return layout.lines.map { line in
      var canvas = Canvas(size: Size(rows: 1, columns: layout.right))
      for piece in line.pieces { canvas.write(piece.text, row: 0, column: piece.column) }
      return canvas.picture.text(ofRow: 0).withoutBlanksAtTheEnd
    }
  }

  private func lines(_ row: DetailRow..., width: Int) -> [String] {
    let detail = Detail(title: "", headline: "H", sections: [DetailSection(rows: row)])
    return Array(lines(detail, width: width).dropFirst(3))
  }

  private func right(_ rows: DetailRow..., width: Int = 200) -> Int {
    DetailLayout(
      Detail(title: "", headline: "H", sections: [DetailSection(rows: rows)]), width: width
    ).right
  }

  // MARK: The headline

  @Test("A detail's aside is beside the headline if two blanks fit between")
  func theAsideStandsBesideTheHeadlineIfThereAreTwoBlanksBetween() {
    let plain = detail(headline: "Head", aside: "id 5")
    #expect(lines(plain, width: 15) == ["", "   Head  id 5"])
    #expect(lines(plain, width: 14) == ["", "   Head"])
    let marked = detail(mark: Mark("●", .good), headline: "Head", aside: "id 5")
    #expect(lines(marked, width: 17) == ["", "   ● Head  id 5"])
    #expect(lines(marked, width: 16) == ["", "   ● Head"])
  }

  @Test("A detail's layout has a row id and a line number for each line")
  func eachLineKnowsItsRowAndItsNumber() {
    let layout = DetailLayout(
      detail(
        .labelled("Name", "one\ntwo"), .text(id: "words", "three"), headline: "Long headline",
        subtitle: "sub", heading: "Rows"), width: 14)
    #expect(
      layout.lines.map { "\($0.rowID) \($0.number)" } == [
        "headline 0", "headline 1", "headline 2", "headline 3", "heading Rows -1",
        "heading Rows 0", "Name 0", "Name 1", "words 0",
      ])
    #expect(layout.lines.map(\.ruleStart) == [nil, nil, nil, nil, nil, 8, nil, nil, nil])
    let plain = DetailLayout(detail(.text(id: "words", "three")), width: 14)
    #expect(
      plain.lines.map { "\($0.rowID) \($0.number)" }
        == ["headline 0", "headline 1", "words -1", "words 0"])
  }

  @Test("A detail's layout has a minimum width in a tiny window") func noWindowIsTooNarrow() {
    #expect(right(.labelled("L", "v"), width: 3) == 6)
  }

  // MARK: Labels and values

  @Test("A detail row's aside is beside the value if two blanks fit between")
  func anAsideStandsBesideItsValueIfThereAreTwoBlanksBetween() {
    let row = DetailRow.labelled("Name", "hen", aside: "RM1")
    #expect(lines(row, width: 19) == ["   Name  hen  RM1"])
    #expect(lines(row, width: 18) == ["   Name  hen", "         RM1"])
    #expect(lines(.labelled("Name", "a\nb", aside: "c"), width: 30).first?.hasSuffix("c") == true)
  }

  @Test("A detail's label takes a third of the width at most and wraps")
  func aLabelHasAThirdOfTheLineAndGoesOnBelow() {
    let row = DetailRow.labelled("aaaa bbbb", "x")
    #expect(lines(row, width: 27) == ["   aaaa bbbb  x"])
    #expect(lines(row, width: 26) == ["   aaaa      x", "   bbbb"])
    #expect(
      lines(.labelled("aaaa bbbb", "x\ny"), width: 26) == ["   aaaa      x", "   bbbb      y"])
    // And six columns in any case.
    #expect(lines(.labelled("aa bbb", "x"), width: 17) == ["   aa bbb  x"])
  }

  // MARK: The width

  @Test("A detail on a wide screen is 98 columns wide") func onAWideScreenTheUsualWidthIsKept() {
    #expect(right(.labelled("Name", "hen"), width: 99) == 97)
    #expect(right(.labelled("Name", "hen"), width: 101) == 98)
    // A sentence is broken all the same.
    #expect(right(.text(id: "s", String(repeating: "x", count: 300))) == 98)
  }

  @Test("A detail is wider than usual if a value needs more columns") func unlessAValueNeedsMore() {
    let long = String(repeating: "x", count: 110)
    #expect(right(.labelled("L", long)) == 116)
    #expect(right(.labelled("L", long), .labelled("Longer", "v")) == 121)
    #expect(right(.labelled("L", long), width: 110) == 108)
    #expect(right(.labelled("L", long, aside: "four")) == 122)
    #expect(right(.labelled("L", "x\n" + long + "\n")) == 116)
    let wide = String(repeating: "東", count: 55)
    #expect(right(.labelled("L", wide)) == 116)
  }

  @Test("A detail is wider than usual if a table row needs more columns") func norATablesRow() {
    let cell = String(repeating: "x", count: 40)
    #expect(right(.table(id: "t", [cell, cell, cell])) == 134)
    #expect(right(.table(id: "t", [cell + "x", cell, cell])) == 134)
    #expect(right(.table(id: "t", ["x", cell, cell])) == 98)
  }

  // MARK: Tables

  @Test("A detail's table cells are on one line if they just fit")
  func cellsStandOnOneLineIfTheyJustFit() {
    let row = DetailRow.table(id: "t", ["aaaa", "bb", "c"])
    #expect(lines(row, width: 20) == ["     aaaa   bb   c"])
    #expect(lines(row, width: 19) == ["     aaaa   bb", "     c"])
  }

  /// Down to 28 columns, before other cells go on in further lines.
  @Test("A detail's first table cell wraps before the others do") func theFirstCellGivesWay() {
    let name = String(repeating: "x", count: 35)
    let row = DetailRow.table(id: "t", [name, "yyyyyyyyyy"])
    let blank = String(repeating: " ", count: 28)
    #expect(lines(row, width: 55) == ["     " + name + "   yyyyyyyyyy"])
    #expect(
      lines(row, width: 50) == [
        "     " + name.prefix(30), "     xxxxx" + blank + "yyyyyyyyyy",
      ])
    #expect(
      lines(row, width: 47) == [
        "     " + name.prefix(28), "     xxxxxxx", "     yyyyyyyyyy",
      ])
  }

  @Test("A detail's table cells are 40 columns at most, except the last")
  func noCellButTheLastIsWiderThanForty() {
    let long = String(repeating: "x", count: 50)
    #expect(
      lines(.table(id: "t", [long, "end"]), width: 100) == [
        "     " + long.prefix(40), "     xxxxxxxxxx" + String(repeating: " ", count: 33) + "end",
      ])
    #expect(lines(.table(id: "t", ["a", long]), width: 100) == ["     a   " + long])
  }

  @Test("A detail's first table cell has the title style") func theFirstCellIsTheTitle() {
    let layout = DetailLayout(
      detail(.table(id: "t", mark: Mark("■", .bad), ["a", "b"])), width: 40)
    let pieces = layout.lines.last?.pieces ?? []
    #expect(pieces.map(\.text) == ["■", "a", "b"])
    #expect(pieces.map(\.column) == [3, 5, 9])
    #expect(pieces.map(\.style) == [.bad, .title, .text])
  }

  // MARK: Names and changes

  @Test("A detail numbers the ids of rows with the same label") func rowsOfOneNameAreNumbered() {
    let rows: [DetailRow] = ["Same", "Same", "Same", "Same (2)", "headline"].map {
      .labelled($0, "v")
    }
    let detail = Detail(title: "", headline: "H", sections: [DetailSection(rows: rows)])
    #expect(
      DetailLayout(detail, width: 80).rows.map(\.id)
        == ["Same", "Same (2)", "Same (3)", "Same (2) (2)", "headline (2)"])
  }

  @Test("A detail's layout lists rows that open by their first line")
  func aRowThatLeadsElsewhereIsFoundByItsFirstLine() {
    let layout = DetailLayout(
      detail(
        .labelled("A", "one\ntwo", opens: BarnRoute.list), .labelled("B", "three"),
        .table(id: "t", ["x"], opens: BarnRoute.list)), width: 80)
    #expect(layout.links.map(\.id) == ["A", "t"])
    #expect(layout.links.map(\.line) == [3, 6])
    #expect(layout.links.map(\.isTable) == [false, true])
    #expect(DetailLayout(detail(.labelled("B", "three")), width: 80).links.isEmpty)
  }

  @Test(
    "A detail's changed rows leave out values that a partial load lacked",
    arguments: [(false, ["A", "B", "D"]), (true, ["A"])])
  func whatIsDifferentIsChangedButNotWhatABeginningLacked(isPartial: Bool, ids: [String]) {
    let before = DetailLayout(
      detail(.labelled("A", "1"), .labelled("B", "—"), .labelled("C", "x")), width: 80)
    let after = DetailLayout(
      detail(
        .labelled("A", "2"), .labelled("B", "y"), .labelled("C", "x", role: .bad),
        .labelled("D", "new")), width: 80)
    #expect(after.changedIDs(since: before, isPartial: isPartial) == ids)
  }

  // MARK: As text

  @Test("A detail as plain text has all sections, rows and asides") func asTextItIsAllThere() {
    let detail = Detail(
      title: "", headline: "Head", subtitle: "sub",
      sections: [
        DetailSection(
          "Section",
          rows: [
            .labelled("Name", "one\n\ntwo", aside: "x"), .labelled("Longest", "v"),
            .table(id: "t", mark: Mark("●", .good), ["a", "b"]), .text(id: "s", "words"),
          ])
      ])
    #expect(
      detail.plain == """
        Head
        sub

        Section
        Name     one  (x)
                 \("")
                 two
        Longest  v
        a  b
        words

        """)
    let bare = Detail(
      title: "", headline: "", sections: [DetailSection(rows: [.text(id: "s", "words")])])
    #expect(bare.plain == "words\n")
  }
}
