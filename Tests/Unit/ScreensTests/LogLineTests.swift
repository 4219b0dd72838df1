import Core
import Restoration
import Testing

@testable import Screens

@Suite struct LogLineTests {
  /// A sentence of another day has its date, and no seconds.
  @Test("A message log's line has its time, or date on another day")
  func aSentenceHasTheTimeOfItsDay() {
    var log = MessageLog()
    log.add("the day before", at: 86_399)
    log.add("at midnight", at: 86_400)
    log.add("twice", at: 90_061)
    log.add("twice", at: 122_465)
    log.add("at the end", at: 172_799)
    log.add("the day after", at: 172_800)
    #expect(
      log.lines(now: 100_000, zone: .utc) == [
        LogLine(time: "1970-01-03 00:00", text: "the day after"),
        LogLine(time: "23:59:59", text: "at the end"),
        LogLine(time: "10:01:05", text: "twice", count: 2),
        LogLine(time: "00:00:00", text: "at midnight"),
        LogLine(time: "1970-01-01 23:59", text: "the day before"),
      ])
    #expect(MessageLog().lines(now: 0, zone: .utc) == [])
  }
}
