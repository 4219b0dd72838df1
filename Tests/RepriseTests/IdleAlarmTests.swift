import RepriseTesting
import Testing

@testable import Reprise

/// Locking when nobody has touched a key for a while.
@MainActor @Suite(.timeLimit(.minutes(2))) struct IdleAlarmTests {
  private let time = ManualTime(at: 1_000)

  /// Lets time pass once the alarm waits for that.
  private func pass(_ seconds: Int) async {
    while time.waiterCount == 0 { await Task.yield() }
    time.pass(seconds: seconds)
  }

  @Test func itRingsOnceTheTimeIsOver() async {
    var count = 0
    let alarm = IdleAlarm(time.timekeeper, limit: 300) { count += 1 }
    await pass(299)
    #expect(count == 0 && !alarm.isOver)
    await pass(1)
    await alarm.waiting?.value
    #expect(count == 1 && alarm.isOver)
  }

  @Test func aKeyPutsItOff() async {
    var count = 0
    let alarm = IdleAlarm(time.timekeeper, limit: 300) { count += 1 }
    await pass(200)
    alarm.touch()
    await pass(100)
    // It has looked again, and waits for the rest.
    await pass(199)
    #expect(count == 0 && !alarm.isOver)
    await pass(1)
    await alarm.waiting?.value
    #expect(count == 1)
  }
}
