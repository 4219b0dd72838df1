import Terminals
import Testing

@testable import TerminalNcurses

@Suite struct ClickCounterTests {
  private let here = Position(row: 1, column: 2)
  private let beside = Position(row: 1, column: 3)
  private let start = ContinuousClock.Instant.now

  private func actions(_ clicks: [(Position, milliseconds: Int)]) -> [Mouse.Action?] {
    var counter = ClickCounter()
    return clicks.map {
      counter.press(at: $0)
      return counter.release(at: $0, start + .milliseconds($1))
    }
  }

  @Test func twoQuickClicksAtOnePlaceAreADoubleClick() {
    #expect(actions([(here, 0), (here, 200)]) == [.click, .doubleClick])
  }

  @Test("Third quick click is a single click again") func aThirdClickBeginsAnew() {
    let clicks = [(here, 0), (here, 100), (here, 200), (here, 300)]
    #expect(actions(clicks) == [.click, .doubleClick, .click, .doubleClick])
  }

  @Test("Two slow clicks are single clicks") func slowClicksAreSingle() {
    #expect(actions([(here, 0), (here, 400)]) == [.click, .click])
  }

  @Test func clicksAtTwoPlacesAreSingle() {
    #expect(actions([(here, 0), (beside, 50)]) == [.click, .click])
  }

  @Test("Drag and lone release are no clicks") func aDragAndAReleaseByItselfAreNoClicks() {
    var counter = ClickCounter()
    counter.press(at: here)
    #expect(counter.release(at: beside, start) == nil)
    #expect(counter.release(at: here, start) == nil)
  }
}
