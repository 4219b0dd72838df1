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

  @Test(arguments: ["=1+1", "+1+cmd|x", "@SUM(1+1)", "-2+3+cmd", "\t=1+1", "-", "=", "+"])
  func whatASpreadsheetWouldRunIsText(text: String) {
    #expect(cell(text) == "'" + text)
    #expect(cell(text, isRaw: true) == text)
  }

  @Test(arguments: ["-2", "+1.5", "-1,000", "plain", "", "a=b", "'=1"])
  func everythingElseIsAsItIs(text: String) {
    #expect(cell(text) == (text.contains(",") ? "\"\(text)\"" : text))
  }

  @Test func quotesAndLinesAreQuoted() {
    #expect(cell("say \"a\"\nb") == "\"say \"\"a\"\"\nb\"")
    #expect(cell("\r=1+1") == "\"'\r=1+1\"")
  }
}
