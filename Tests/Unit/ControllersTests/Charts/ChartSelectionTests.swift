import Screens
import Terminals
import Testing

@testable import Controllers

/// The keys of a chart, the reading that they lead to, and the words for it.
@MainActor @Suite struct ChartSelectionTests {
  private func chart(_ timestamps: [Int], title: String = "Pulse") -> Chart {
    Chart(
      title: title, headline: "Pulse, beats/min", series: [Chart.Series("pulse")],
      readings: timestamps.map { timestamp in
        Chart.Reading(
          id: "\(timestamp)", timestamp: timestamp, date: "day", values: [Double(timestamp)],
          marks: [],
          caption: "at \(timestamp)")
      })
  }

  private func screen(_ timestamps: [Int], isRefreshable: Bool = true) -> ChartController {
    ChartController(title: "Chart", emptyText: "No measurements.", isRefreshable: isRefreshable) {
      $0.show(chart(timestamps))
    }
  }

  private func loaded(_ timestamps: [Int], on stage: Stage) async -> ChartController {
    let screen = screen(timestamps)
    await screen.load(.appear, stage.navigator)
    return screen
  }

  private func label(_ key: Key, of screen: ChartController) -> String? {
    screen.bindings.first { $0.keys.contains(key) }?.label
  }

  @Test("A chart offers earlier and later only if there are such readings")
  func theBottomLineNamesTheWaysThatThereAre() async {
    let stage = Stage()
    func labels(_ screen: ChartController) -> [String?] {
      [label(.left, of: screen), label(.right, of: screen)]
    }
    #expect(labels(screen([1])) == [nil, nil])
    let empty = await loaded([], on: stage)
    #expect(labels(empty) == [nil, nil])
    let single = await loaded([1], on: stage)
    #expect(labels(single) == [nil, nil])
    let three = await loaded([1, 2, 3], on: stage)
    #expect(labels(three) == ["earlier", nil])
    stage.press(.left, in: three)
    #expect(labels(three) == ["earlier", "later"])
    stage.press(.left, in: three)
    #expect(labels(three) == [nil, "later"])
    #expect(three.state.selectedID == "1" && three.state.selectedMoment == 1)
  }

  @Test("Keys of a chart select readings and stop at both ends")
  func everyKeyLeadsToAReadingAndNotBeyond() async {
    let stage = Stage()
    let screen = await loaded([1, 2, 3, 4], on: stage)
    #expect(screen.state.selectedID == nil)
    for (key, id) in [
      ("h", "3"), ("h", "2"), ("l", "3"), ("g", "1"), ("h", "1"), (.left, "1"), ("G", "4"),
      ("l", "4"), (.right, "4"), (.home, "1"), (.right, "2"), (.end, "4"), (.left, "3"),
    ] as [(Key, String)] {
      stage.press(key, in: screen)
      #expect(screen.state.selectedID == id)
      #expect(screen.state.selectedMoment == Int(id))
    }
    let empty = await loaded([], on: stage)
    stage.press("g", "G", "h", "l", in: empty)
    #expect(empty.state == ChartState())
  }

  /// Two that are as near are told apart by age.
  @Test(
    "A chart selects the reading nearest to a missing timestamp",
    arguments: [
      ([0, 1000, 2000], 900, "at 1000"), ([0, 1000, 2000], 500, "at 0"),
      ([0, 1000, 2000], 501, "at 1000"), ([0, 1000, 2000], 99_999, "at 2000"),
      ([0, .max], -10, "at 0"), ([.min, 0], 10, "at 0"),
    ] as [([Int], Int, String)])
  func whereAReadingIsGoneTheNearestIsSaid(timestamps: [Int], timestamp: Int, text: String) async {
    let stage = Stage(rows: 3, columns: 60)
    let screen = await loaded(timestamps, on: stage)
    screen.state.selectedID = "gone"
    screen.state.selectedMoment = timestamp
    #expect(stage.lines(of: screen)[1] == " " + text)
  }

  @Test("A chart copies its captions by time") func theReadingsAreCopiedInTheirOrder() async {
    let stage = Stage()
    stage.press("c", in: await loaded([3, 1, 2], on: stage))
    #expect(stage.copies == ["at 1\nat 2\nat 3\n"])
  }

  @Test("A chart that isn't refreshable has no refresh key")
  func whatCannotChangeIsNotAskedForAgain() {
    let stage = Stage()
    #expect(label("r", of: screen([1])) == "refresh")
    #expect(label("r", of: screen([1], isRefreshable: false)) == nil)
    stage.press("r", in: screen([1], isRefreshable: false))
    #expect(stage.refreshes == 0)
    stage.press("r", in: screen([1]))
    #expect(stage.refreshes == 1)
  }

  @Test("A chart reloads after a recovery and forwards only other results")
  func anAnswerThatAProblemIsRemediedLoadsAgainAndIsNobodyElses() {
    let stage = Stage()
    var answers: [String] = []
    let screen = ChartController(
      title: "Chart", emptyText: "", onResult: { answer, _ in answers.append(answer.question) },
      source: { _ in })
    screen.receive(.recovered, stage.navigator)
    #expect(stage.refreshes == 1 && answers == [])
    screen.receive(ScreenResult(question: "size", choiceID: "L"), stage.navigator)
    #expect(stage.refreshes == 1 && answers == ["size"])
  }

  // MARK: Drawing

  @Test("A chart in a low window lists the selected caption and earlier ones")
  func inALowWindowTheSelectedReadingIsSaidAndThoseBeforeIt() async {
    let stage = Stage(rows: 4, columns: 30)
    let screen = await loaded([1, 2, 3, 4], on: stage)
    #expect(stage.lines(of: screen) == [" Pulse, beats/min", " at 4", " at 3", " at 2"])
    let picture = stage.picture(of: screen)
    #expect(picture.cells(ofRow: 0).allSatisfy { !$0.style.isSelected })
    #expect(Array(picture.cells(ofRow: 0))[1].style == .title)
    #expect(Array(picture.cells(ofRow: 1))[1].style.isSelected)
    #expect(!Array(picture.cells(ofRow: 2))[1].style.isSelected)
    stage.press(.home, .right, in: screen)
    #expect(stage.lines(of: screen) == [" Pulse, beats/min", " at 2", " at 1", ""])
    stage.size = Size(rows: 1, columns: 30)
    #expect(stage.lines(of: screen) == [" Pulse, beats/min"])
    stage.size = Size(rows: 2, columns: 12)
    #expect(stage.lines(of: screen) == [" Pulse, be…", " at 2"])
  }

  @Test("A chart shows the selected caption in its last line")
  func theSelectedReadingsWordsAreTheLastLine() async {
    let stage = Stage(rows: 10, columns: 40)
    let lines = stage.lines(of: await loaded([1, 2], on: stage))
    #expect(lines.first == " Pulse, beats/min")
    #expect(lines.last == " at 2")
    #expect(lines.dropFirst().dropLast().contains { $0.contains("●") })
  }

  @Test("A chart shows Loading and then its empty text, truncated")
  func nothingMeasuredIsSaidInItsPlace() async {
    let stage = Stage(rows: 3, columns: 15)
    #expect(stage.lines(of: screen([])) == ["  Loading…", "", ""])
    #expect(stage.lines(of: await loaded([], on: stage)) == ["  No measure…", "", ""])
  }

  @Test("A chart shows an error above itself, on half of the screen")
  func aFailureStandsAboveTheChartOnHalfOfTheScreen() async {
    let well = Well()
    well.isDry = true
    let screen = ChartController(title: "Chart", emptyText: "") { load in
      if well.isDry { throw TestError() }
      load.show(chart([1, 2]))
    }
    let stage = Stage(rows: 6, columns: 60)
    await screen.load(.appear, stage.navigator)
    #expect(
      stage.lines(of: screen) == [
        "  ✕ Loading failed", "    The well is dry.", "    Dig deeper.", "", "", "",
      ])
    #expect(screen.title == "Chart")
    well.isDry = false
    await screen.load(.userRefresh, stage.navigator)
    #expect(stage.lines(of: screen).prefix(3) == [" Pulse, beats/min", " at 2", " at 1"])
    #expect(screen.title == "Pulse")
    well.isDry = true
    await screen.load(.userRefresh, stage.navigator)
    #expect(
      stage.lines(of: screen) == [
        "  ✕ Refresh failed", "    The well is dry.", "    Showing the last good data. Dig deeper.",
        " Pulse, beats/min", " at 2", " at 1",
      ])
    stage.size = Size(rows: 5, columns: 60)
    #expect(
      stage.lines(of: screen) == [
        "  ✕ Refresh failed", "    The well is dry.", " Pulse, beats/min", " at 2", " at 1",
      ])
    #expect(screen.problem != nil && screen.failure == .error)
  }
}
