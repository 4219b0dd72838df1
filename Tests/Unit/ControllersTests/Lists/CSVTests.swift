import Controllers
import Terminals
import Testing

@Suite struct CSVTests {
  private func cell(_ text: String, isRaw: Bool = false) -> String {
    let column = Column<String>("name", heading: "NAME", width: .fixed(8), text: { $0 })
    let lines = CSV([text], columns: [column], isRaw: isRaw).text
    // "\r\n" is one character.
    return String(lines.dropFirst("name\r\n".count).dropLast())
  }

  @Test(
    "CSV export prefixes cells that a spreadsheet would evaluate",
    arguments: [
      "=1+1", "+1+cmd|x", "@SUM(1+1)", "-2+3+cmd", "-", "=", "+", "-3e", "-e9", "-3e-", "-3e-9+1",
      "-3e9.5", "-3e1e1", "+1E5(A1)", "-3e--9",
    ])
  func whatASpreadsheetWouldRunIsText(text: String) {
    #expect(cell(text) == "'" + text)
    #expect(cell(text, isRaw: true) == text)
  }

  @Test(
    "CSV export leaves numbers and plain text unchanged",
    arguments: [
      "-2", "+1.5", "-1,000", "-3e-9", "+1.5E+10", "-.5e3", "3e-9", "plain", "", "a=b", "'=1",
    ])
  func everythingElseIsAsItIs(text: String) {
    #expect(cell(text) == (text.contains(",") ? "\"\(text)\"" : text))
  }

  @Test(
    "CSV export disarms formulas behind separators and blanks",
    arguments: [
      ("\t=1+1", "'\t'=1+1"), ("x;=1+1;y", "x;'=1+1;y"), ("x\t=1+1", "x\t'=1+1"), (";=1", ";'=1"),
      ("\u{FEFF}=1+1", "'\u{FEFF}=1+1"),
      ("  @SUM(1)", "'  @SUM(1)"), ("＝1+1", "'＝1+1"), ("a; ＠b", "a;' ＠b"),
      ("\u{200B}+x", "'\u{200B}+x"),
      ("x;-2;+3", "x;-2;+3"), ("x;-2e-9", "x;-2e-9"), ("x;-2e-9-1", "x;'-2e-9-1"),
      ("a\u{2028}=1", "a\u{2028}'=1"), ("a \u{2013} b; c", "a \u{2013} b; c"),
    ])
  func norIsAFormulaInsideACellOrBehindBlanksRun(text: String, expected: String) {
    #expect(cell(text) == expected)
    #expect(cell(text, isRaw: true) == text)
  }

  @Test("CSV export disarms a formula on a line of its own") func aFormulaOnALineOfItsOwnIsText() {
    #expect(cell("\n=1+1") == "\"'\n'=1+1\"")
    #expect(cell("a\r\n=1+1") == "\"a\r\n'=1+1\"")
  }

  @Test("CSV export quotes quotation marks and line breaks") func quotesAndLinesAreQuoted() {
    #expect(cell("say \"a\"\nb") == "\"say \"\"a\"\"\nb\"")
    #expect(cell("\r=1+1") == "\"'\r'=1+1\"")
  }
}
