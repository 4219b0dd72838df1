import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Reprise

/// Locking when nobody has touched a key for a while.
@MainActor @Suite(.timeLimit(.minutes(5))) struct IdleAlarmTests {
  private let time = TestClock(at: 1_000)

  /// Lets time pass once the alarm waits for that.
  private func pass(_ seconds: Int) async throws {
    try await waitUntil("the alarm waits") { time.waiterCount > 0 }
    time.pass(seconds: seconds)
  }

  @Test("The idle alarm rings after its limit") func itRingsOnceTheTimeIsOver() async throws {
    var count = 0
    let alarm = IdleAlarm(time.wallClock, limit: 300) { count += 1 }
    try await pass(299)
    #expect(count == 0 && !alarm.isOver)
    try await pass(1)
    await alarm.waiting?.value
    #expect(count == 1 && alarm.isOver)
  }

  @Test("A key postpones the idle alarm") func aKeyPutsItOff() async throws {
    var count = 0
    let alarm = IdleAlarm(time.wallClock, limit: 300) { count += 1 }
    try await pass(200)
    alarm.touch()
    try await pass(100)
    // It has looked again, and waits for the rest.
    try await pass(199)
    #expect(count == 0 && !alarm.isOver)
    try await pass(1)
    await alarm.waiting?.value
    #expect(count == 1)
  }

  /// The process was stopped, or the machine slept: time has passed, and nobody has woken the
  /// alarm.
  @Test("The idle alarm counts time while the process was stopped")
  func timeThatNobodyHeardPassCounts() {
    let clock = Mutex(1_000)
    let deaf = WallClock(
      now: { clock.withLock { $0 } }, wait: { _ in try await Task.sleep(for: .seconds(3600)) })
    let alarm = IdleAlarm(deaf, limit: 300) {}
    clock.withLock { $0 += 299 }
    #expect(!alarm.isOver)
    clock.withLock { $0 += 1 }
    #expect(alarm.isOver)
  }

  /// One that isn't is set back and forth by people and by the network.
  @Test("The idle alarm's clock counts the machine's sleep")
  func theClockIsTheMachinesOwnAndCountsItsSleep() {
    var before = timespec()
    var after = timespec()
    let clock = CLOCK_BOOTTIME
    clock_gettime(clock, &before)
    let now = WallClock.sinceStart.now()
    clock_gettime(clock, &after)
    #expect((before.tv_sec...after.tv_sec).contains(now))
  }
}
