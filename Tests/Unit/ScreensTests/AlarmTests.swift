import RepriseTesting
import Testing

@testable import Screens

/// The alarm itself; `RefreshAlarmTests` sees what it does to a screen.
@MainActor @Suite struct AlarmTests {
  private let time = TestClock(at: 1_000)
  private let events = Events()

  private func wait(for alarm: RefreshAlarm, passing seconds: Int) async throws {
    let work = try #require(alarm.waiting)
    try await waitUntil("the alarm waits") { time.waiterCount == 1 }
    time.pass(seconds: seconds)
    await work.value
  }

  @Test("A refresh alarm rings once and stays due until cleared")
  func itRingsOnceAndStaysDueUntilItIsCleared() async throws {
    let alarm = RefreshAlarm(time.wallClock)
    #expect(alarm.due == nil && alarm.waiting == nil && !alarm.isDue)
    alarm.set(after: 5) { [events] in events.names.append("ring") }
    #expect(alarm.due == 1_005 && alarm.waiting != nil && !alarm.isDue)
    try await wait(for: alarm, passing: 5)
    #expect(events.names == ["ring"])
    #expect(alarm.due == nil && alarm.waiting == nil && alarm.isDue)
    alarm.clear()
    #expect(!alarm.isDue)
  }

  @Test("A refresh alarm set anew rings only at the later time") func theTimeThatIsSetLaterCounts()
    async throws
  {
    let alarm = RefreshAlarm(time.wallClock)
    alarm.set(after: 5) { [events] in events.names.append("first") }
    let first = try #require(alarm.waiting)
    alarm.set(after: 9, due: 2_000) { [events] in events.names.append("second") }
    #expect(alarm.due == 2_000)
    await first.value
    try await wait(for: alarm, passing: 9)
    #expect(events.names == ["second"])
    // Setting it anew makes it due no more.
    alarm.set(after: 1) {}
    #expect(!alarm.isDue && alarm.due == 1_010)
    alarm.clear()
    #expect(alarm.due == nil && alarm.waiting == nil)
  }

  @Test("A refresh alarm that is cleared doesn't ring") func whatIsClearedRingsNoMore() async throws
  {
    let alarm = RefreshAlarm(time.wallClock)
    alarm.set(after: 5) { [events] in events.names.append("ring") }
    let work = try #require(alarm.waiting)
    alarm.clear()
    time.pass(seconds: 100)
    await work.value
    #expect(events.names == [] && !alarm.isDue)
    #expect(time.waiterCount == 0)
  }
}
