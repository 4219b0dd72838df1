import Foundation
import Screens
import Terminals
import Testing

@testable import Controllers

@Suite struct StatusMessageTests {
  @Test("A status message of an error has title, reason and advice")
  func aProblemSaysWhatWhyAndWhatToDo() {
    let lines = StatusMessage(problem: "Nothing was loaded", TestError()).lines(width: 40)
    #expect(lines.map(\.text) == ["✕ Nothing was loaded", "  The well is dry.", "  Dig deeper."])
    #expect(lines.map(\.style) == [.bad, .text, .secondary])
  }

  @Test("A status message first says that older data are shown") func whatIsKeptIsSaidFirst() {
    let lines = StatusMessage(problem: "No", TestError(), showsEarlierData: true).lines(width: 60)
    #expect(lines.last?.text == "  Showing the last good data. Dig deeper.")
  }

  @Test("A status message of an unrequested source doesn't say failed", arguments: [true, false])
  func aSourceThatWasNotAskedHasNotFailed(keepsData: Bool) {
    struct Unasked: SourceError {
      let dataStatus = Provenance.DataStatus.noPassword
      let isUnsent: Bool
    }
    func title(_ isUnsent: Bool) -> String? {
      StatusMessage(failure: Unasked(isUnsent: isUnsent), showsEarlierData: keepsData).problem
    }
    #expect(title(true) == "Not sent yet")
    #expect(title(false) == (keepsData ? "Refresh failed" : "Loading failed"))
  }

  @Test("A status message without room keeps the reason") func whereThereIsNoRoomTheReasonStays() {
    let report = StatusMessage(
      problem: "The list could not be read", TestError(), showsEarlierData: true)
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
  @Test(
    "A status message above older data takes half of the screen",
    arguments: [
      (24, 80, 4), (13, 80, 4), (12, 80, 3), (6, 80, 3), (5, 80, 2), (3, 80, 1), (1, 80, 0),
      (20, 14, 10), (22, 14, 11),
    ])
  func aboveOlderDataItHasHalfOfTheScreen(rows: Int, columns: Int, count: Int) {
    let report = StatusMessage(failure: TestError(), showsEarlierData: true)
    #expect(report.panel(above: Size(rows: rows, columns: columns)).count == count)
  }

  @Test("A status message without an error is plain lines") func goodNewsIsASentence() {
    let lines = StatusMessage("14 systems\nloaded.").lines(width: 40)
    #expect(lines.map(\.text) == ["14 systems", "loaded."])
  }

  @Test("A status message wraps within its width and loses no text", arguments: 4...60)
  func noLineIsWiderThanItMayBeAndNothingIsLost(width: Int) {
    let report = StatusMessage(
      problem: "The list could not be read", TestError(), showsEarlierData: true)
    let lines = report.lines(width: width)
    for line in lines { #expect(CellWidth.of(line.text) <= width, "\(line.text)") }
    let words = lines.map(\.text).joined().filter { $0 != " " && $0 != "✕" }
    #expect(
      words
        == "Thelistcouldnotberead.Thewellisdry.Showingthelastgooddata.Digdeeper."
        .replacing("read.", with: "read"))
  }

  /// An error that says nothing but its reason.
  private struct Plain: LocalizedError {
    var reason = "One two three four"
    var errorDescription: String? { reason }
  }

  @Test("A status message has advice and an offer only if given") func withoutAdviceThereIsNone() {
    #expect(StatusMessage(problem: "No", Plain()).advice == nil)
    #expect(
      StatusMessage(problem: "No", Plain(), showsEarlierData: true).advice
        == "Showing the last good data."
    )
    #expect(StatusMessage(problem: "No", TestError()).advice == "Dig deeper.")
    #expect(StatusMessage(problem: "No", TestError()).offer == nil)
    #expect(StatusMessage(problem: "No", TestError(), offer: "erase").offer == "erase")
    #expect(StatusMessage(failure: TestError(), showsEarlierData: false).advice == "Dig deeper.")
    let news = StatusMessage("Done.")
    #expect(news.problem == nil && news.advice == nil && news.offer == nil && news.text == "Done.")
  }

  @Test("A notice has advice only for a recoverable error")
  func theBottomLineGivesAdviceOnlyWhereAScreenRemediesTheError() {
    struct Locked: Recoverable, LocalizedError {
      var recoveryRoute: any AppRoute { OnlyRoute.only }
      var errorDescription: String? { "It is locked." }
    }
    #expect(StatusMessage.notice(of: TestError()) == "The well is dry.")
    #expect(StatusMessage.notice(of: RecoverableTestError()) == "The door is locked. Say the word.")
    #expect(StatusMessage.notice(of: Locked()) == "It is locked.")
  }

  @Test("A status message of an error indents all lines but the first")
  func everyLineButTheFirstIsIndented() {
    let report = StatusMessage(problem: "One two three four", TestError())
    #expect(
      report.lines(width: 9).map(\.text) == [
        "✕ One two", "  three", "  four", "  The", "  well is", "  dry.", "  Dig", "  deeper.",
      ])
    #expect(
      StatusMessage("One two three four").lines(width: 9).map(\.text) == [
        "One two", "three", "four",
      ])
  }

  @Test(
    "A status message's last line has the rest of the reason",
    arguments: [
      (6, ["✕ No", "  One", "  two", "  three", "  four"]),
      (5, ["✕ No", "  One", "  two", "  three", "  four"]),
      (4, ["✕ One", "  two", "  three", "  four"]), (3, ["✕ One", "  two", "  three four"]),
      (2, ["✕ One", "  two three four"]), (1, ["✕ One two three four"]), (0, []), (-1, []),
    ] as [(Int, [String])])
  func theLastLineHasAllThatIsLeftOfTheReason(rows: Int, lines: [String]) {
    let report = StatusMessage(problem: "No", Plain())
    #expect(report.lines(width: 7, rows: rows).map(\.text) == lines)
    let isReasonAlone = (1...4).contains(rows)
    #expect(
      report.lines(width: 7, rows: rows).dropFirst().allSatisfy {
        $0.style == (isReasonAlone ? .bad : .text)
      })
  }

  @Test("A status message drops its advice before its title")
  func theAdviceGoesBeforeTheProblemDoes() {
    let report = StatusMessage(problem: "No", TestError())
    #expect(report.lines(width: 40, rows: 3).map(\.style) == [.bad, .text, .secondary])
    #expect(report.lines(width: 40, rows: 2).map(\.text) == ["✕ No", "  The well is dry."])
    #expect(report.lines(width: 40, rows: 2).map(\.style) == [.bad, .text])
    #expect(report.lines(width: 40, rows: 1).map(\.style) == [.bad])
  }

  @Test("A status message without an error keeps its first lines")
  func ofGoodNewsTheFirstLinesStay() {
    #expect(StatusMessage("a\nb\nc").lines(width: 9, rows: 2).map(\.text) == ["a", "b"])
    #expect(
      StatusMessage("a\nb\nc").lines(width: 9, rows: 3).map(\.style) == [.text, .text, .text])
    #expect(StatusMessage("a\nb\nc").lines(width: 9, rows: -2).isEmpty)
  }

  @Test("A status message's panel ends in a blank line") func thePanelsBlankLineIsItsLast() {
    let lines = StatusMessage(problem: "No", TestError()).panel(above: Size(rows: 13, columns: 80))
    #expect(lines.map(\.text) == ["✕ No", "  The well is dry.", "  Dig deeper.", ""])
    #expect(lines.last?.style == .text)
  }
}
