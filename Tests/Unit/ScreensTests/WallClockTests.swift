import Foundation
import RepriseTesting
import Screens
import Testing

@Suite struct WallClockTests {
  /// What is saved in one second and asked for in the next is asked for later.
  @Test("The wall clock's second begins with the system's second")
  func theSystemsSecondBeginsWithEverybodyElses() async throws {
    let time = WallClock.system
    let second = Int(Date.now.timeIntervalSince1970)
    var next = second
    try await waitUntil("the next second has come") {
      next = Int(Date.now.timeIntervalSince1970)
      return next > second
    }
    #expect(time.now() >= next)
  }

  /// The clock of locks that somebody would get around by setting the time.
  @Test("The clock since start counts the machine's seconds")
  func theMachinesSecondsAreThoseSinceItWasStarted() {
    func seconds() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return time.tv_sec
    }
    let before = seconds()
    let now = WallClock.sinceStart.now()
    #expect((before...seconds()).contains(now))
    #expect(now > 0)
  }

  @Test("A cancelled wait for the wall clock ends", arguments: [WallClock.system, .sinceStart])
  func whoeverIsCancelledWaitsNoLonger(time: WallClock) async throws {
    try await time.wait(0)
    let waiting = Task { try await time.wait(1_000_000) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
