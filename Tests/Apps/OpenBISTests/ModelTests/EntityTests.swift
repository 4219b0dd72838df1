import Foundation
import Reprise
import Testing

@testable import OpenBIS

@Suite struct EntityTests {
  private func entity(_ id: String, _ change: (inout Entity) -> Void = { _ in }) -> Entity {
    var entity = Entity(ResourceID(id))
    change(&entity)
    return entity
  }

  @Test("openBIS entity keeps fields that a later response omits")
  func whatALaterAnswerDoesNotSayStays() {
    let known = entity("A") { ($0.header, $0.summary, $0.identifier) = ("PROBE1", "old", "/A/B") }
    let later = entity("A") { ($0.header, $0.summary) = ("PROBE1", "") }
    let updated = known.updated(with: later)
    #expect(updated.summary == "")
    #expect(updated.identifier == "/A/B")
  }

  @Test("openBIS deleted entity keeps its known fields") func aDeletedEntityKeepsWhatWasKnown() {
    let known = entity("A") { $0.header = "PROBE1" }
    let later = entity("A") { ($0.header, $0.isDeleted) = ("", true) }
    #expect(known.updated(with: later).header == "PROBE1")
    #expect(known.updated(with: later).isDeleted)
  }

  @Test("openBIS entity list sorts numbers in titles") func numbersInTitlesCount() {
    let titles = ["PROBE10", "probe2", "Ähre", "PROBE1", "Zahn"]
    let list = EntityList(titles.map { title in entity(title) { $0.header = title } })
    #expect(list.map(\.title) == ["Ähre", "PROBE1", "probe2", "PROBE10", "Zahn"])
  }

  @Test("openBIS entity that is its only child has no children")
  func anEntityThatIsItsOwnOnlyChildHasNoChildren() {
    #expect(!entity("A") { $0.children = [ResourceID("A")] }.hasChildren)
    #expect(entity("A") { $0.children = [ResourceID("A"), ResourceID("B")] }.hasChildren)
  }

  @Test(
    "openBIS search adds asterisks",
    arguments: [
      ("binding", "*binding*"), (" binding ", "*binding*"), ("PROBE?", "PROBE?"),
      ("\"PROBE1\"", "\"PROBE1\""), ("  ", ""),
    ])
  func aSearchSendsAsterisks(typed: String, sent: String) {
    #expect(EntitySearch(typed).sent == sent)
  }

  @Test(
    "openBIS search needs three characters",
    arguments: [("ab", false), ("ab*", false), ("abc", true), (" a b ", false)])
  func aSearchNeedsThreeCharacters(typed: String, isLongEnough: Bool) {
    #expect(EntitySearch(typed).isLongEnough == isLongEnough)
  }

  @Test func htmlIsShownAsTextAndTables() {
    let value =
      "<html><body><p>Measured &amp; checked:<br>twice</p><table style='a>b'><thead><tr>"
      + "<th style='text-align:left;'>date</th><th>µM</th></tr></thead>"
      + "<tbody><tr><td>2013-09-19</td><td>0.5</td></tr><tr><td>later</td></tr></tbody></table>"
      + "<script>alert(1)</script></body></html>"
    #expect(
      Property("R", "Results", value).blocks == [
        .text("Measured & checked:\ntwice"),
        .table([["date", "µM"], ["2013-09-19", "0.5"], ["later"]], hasHeading: true),
      ])
  }

  /// As the notebook's editors write them: fragments, and whole documents with a head.
  @Test(
    "HTML property in rich text is read",
    arguments: [
      ("<p>a</p><ol><li>b</li><li>c</li></ol><ul><li>d</ul>", "a\n1. b\n2. c\n• d"),
      (
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><html><head><title>t</title>head</head>"
          + "<body>x&hellip; &rarr; &Omega;</body></html>",
        "x… → Ω"
      ),
      ("<html><head><meta charset=utf-8><body>kept</body>", "kept"),
      ("<pre>a  b\n  c</pre>", "a  b\n  c"), ("<h1>Title</h1>5 &permil;", "Title\n5 ‰"),
      ("<5 mg of it", "<5 mg of it"), ("<unknown>x", "<unknown>x"),
    ])
  func richTextIsRead(value: String, text: String) {
    #expect(Property("R", "Results", value).blocks == [.text(text)])
  }

  @Test("Spreadsheet property is a table") func aSpreadsheetOfTheNotebookIsATable() {
    let json =
      #"{"headers":["A","B","C"],"data":[["1","=A1*2",""],["",""]],"values":[["1","2",""],["",""]]}"#
    let value = "<DATA>\(Data(json.utf8).base64EncodedString())</DATA>"
    #expect(
      Property("S", "Sheet", value).blocks == [
        .table([["A", "B"], ["1", "2"]], hasHeading: true)
      ])
    let broken = "<DATA>not base64</DATA>"
    #expect(Property("S", "Sheet", broken).blocks == [.text(broken)])
  }

  /// Read away, these would make another number of it, or one that holds no more.
  @Test(
    "HTML property shows superscript, subscript and strikethrough",
    arguments: [
      ("10<sup>6</sup> cells", "10⁶ cells"), ("5&times;10<sup>-9</sup> M", "5×10⁻⁹ M"),
      ("IC<sub>50</sub>", "IC₅₀"), ("V<sub>max</sub>", "V_max"), ("e<sup>x</sup>", "e^x"),
      ("e<sup>a+b</sup>c", "e^(a+b)c"), ("<s>50</s> 5 mg", "[struck out: 50] 5 mg"),
      ("<p>10<sup>3<p>7", "10³\n7"), ("a<img src='b'>", "a[image]"), ("x<sup></sup>", "x"),
    ])
  func whatIsRaisedLoweredOrStruckOutIsSeen(html: String, text: String) {
    #expect(Property("R", "Results", "<html>" + html).blocks == [.text(text)])
    let inTable = Property("R", "Results", "<html><table><td>\(html)</table>")
    if !html.contains("<p>") { #expect(inTable.blocks == [.table([[text]], hasHeading: false)]) }
  }

  @Test("HTML table with spans keeps cells under their headings")
  func whatSpansRowsOrColumnsStandsUnderItsHeading() {
    let value = """
      <html><table><caption>All in nM</caption>
      <tr><th>Compound</th><th colspan="2">Inhibition</th><th>n</th></tr>
      <tr><td ROWSPAN=2>C1<td>10<td>35<td rowspan='3'>4</tr><tr><td>100<td>82
      <tr><td>C2<td>1<td>2</table>
      """
    #expect(
      Property("R", "Results", value).blocks == [
        .text("All in nM"),
        .table(
          [
            ["Compound", "Inhibition", "", "n"], ["C1", "10", "35", "4"], ["C1", "100", "82", "4"],
            ["C2", "1", "2", "4"],
          ], hasHeading: true),
      ])
  }

  @Test("HTML table with endless spans is limited") func spansThatNeverEndTakeNoMoreThanTheirRoom()
  {
    let rows = String(repeating: "<tr><td rowspan=0 colspan=99999999999>x", count: 3_000)
    guard
      case .table(let table, _)? = Property("R", "R", "<html><table>\(rows)").blocks.first
    else {
      Issue.record("It has a table.")
      return
    }
    #expect(table.count == 3_000)
    #expect(table.reduce(0) { $0 + $1.count } <= 103_000)
  }

  @Test(
    "HTML property that is broken does not trap",
    arguments: [
      "<html>a < b &unknown; & c", "<html><td>x<table><td>y", "<html><!-- never ended", "<html>",
    ])
  func brokenHTMLIsReadAllTheSame(value: String) {
    _ = Property("R", "Results", value).blocks
  }

  /// An entry of an electronic notebook may be this long. Read in steps that copy all before them
  /// it would take half an hour.
  @Test("HTML property of a million characters is read in time", .timeLimit(.minutes(1)))
  func aLongDocumentIsReadInOneGo() {
    let words = String(repeating: "word ", count: 200_000)
    guard case .text(let text)? = Property("R", "Results", "<html><p>\(words)").blocks.first else {
      Issue.record("It has a text.")
      return
    }
    #expect(text.utf8.count == 5 * 200_000 - 1)
    let cell = Property("R", "Results", "<html><table><td>\(words)<sup>\(words)").blocks
    guard case .table(let rows, _)? = cell.first else {
      Issue.record("It has a table.")
      return
    }
    #expect(rows.first?.first?.utf8.count ?? 0 > 9 * 200_000)
  }

  @Test("HTML table takes no more cells than given") func aTableTakesNoMoreThanItsCells() {
    let wide = String(repeating: "<td>x", count: 20_000)
    let long = String(repeating: "<tr><td>y", count: 20_000)
    let value = "<html><table><tr>\(wide)\(long)</table>"
    guard case .table(let rows, _)? = Property("R", "Results", value).blocks.first else {
      Issue.record("It has a table.")
      return
    }
    #expect(rows.reduce(0) { $0 + $1.count } == 40_000)
  }
}
