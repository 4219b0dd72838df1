import Screens
import Terminals
import Testing

@testable import Controllers

@Suite struct ReportTests {
  @Test func aProblemSaysWhatWhyAndWhatToDo() {
    let lines = Report(problem: "Nothing was loaded", TestProblem()).lines(width: 40)
    #expect(lines.map(\.text) == ["✕ Nothing was loaded", "  The well is dry.", "  Dig deeper."])
    #expect(lines.map(\.style) == [.bad, .text, .secondary])
  }

  @Test func whatIsKeptIsSaidFirst() {
    let lines = Report(problem: "No", TestProblem(), keepsData: true).lines(width: 60)
    #expect(lines.last?.text == "  Showing the last good data. Dig deeper.")
  }

  @Test(arguments: [true, false])
  func aSourceThatWasNotAskedHasNotFailed(keepsData: Bool) {
    struct Unasked: SourceProblem {
      let standing = Provenance.Standing.noPassword
      let isUnasked: Bool
    }
    func title(_ isUnasked: Bool) -> String? {
      Report(failure: Unasked(isUnasked: isUnasked), keepsData: keepsData).problem
    }
    #expect(title(true) == "Not asked yet")
    #expect(title(false) == (keepsData ? "Refresh failed" : "Loading failed"))
  }

  @Test func whereThereIsNoRoomTheReasonStays() {
    let report = Report(problem: "The list could not be read", TestProblem(), keepsData: true)
    let all = report.lines(width: 30).map(\.text)
    #expect(report.lines(width: 30, rows: all.count).map(\.text) == all)
    #expect(
      report.lines(width: 30, rows: all.count - 1).map(\.text) == [
        "✕ The list could not be read", "  The well is dry.",
      ])
    #expect(report.lines(width: 30, rows: 1).map(\.text) == ["✕ The well is dry."])
    // The last line there is room for has the rest, to be cut with a sign.
    #expect(report.lines(width: 10, rows: 1).map(\.text) == ["✕ The well is dry."])
    #expect(report.lines(width: 30, rows: 0).isEmpty)
  }

  /// Half of the screen at most, and a blank line behind it on one of more than twelve.
  @Test(arguments: [
    (24, 80, 4), (13, 80, 4), (12, 80, 3), (6, 80, 3), (5, 80, 2), (3, 80, 1), (1, 80, 0),
    (20, 14, 10), (22, 14, 11),
  ])
  func aboveOlderDataItHasHalfOfTheScreen(rows: Int, columns: Int, count: Int) {
    let report = Report(failure: TestProblem(), keepsData: true)
    #expect(report.panel(above: Size(rows: rows, columns: columns)).count == count)
  }

  @Test func goodNewsIsASentence() {
    let lines = Report("14 systems\nloaded.").lines(width: 40)
    #expect(lines.map(\.text) == ["14 systems", "loaded."])
  }

  @Test(arguments: 4...60)
  func noLineIsWiderThanItMayBeAndNothingIsLost(width: Int) {
    let report = Report(problem: "The list could not be read", TestProblem(), keepsData: true)
    let lines = report.lines(width: width)
    for line in lines { #expect(CellWidth.of(line.text) <= width, "\(line.text)") }
    let words = lines.map(\.text).joined().filter { $0 != " " && $0 != "✕" }
    #expect(
      words
        == "Thelistcouldnotberead.Thewellisdry.Showingthelastgooddata.Digdeeper."
        .replacing("read.", with: "read"))
  }
}
