import Foundation
import Screens
import Testing

@Suite struct TimekeeperTests {
  /// What is saved in one second and asked for in the next is asked for later.
  @Test func theSystemsSecondBeginsWithEverybodyElses() async {
    let time = Timekeeper.system
    let second = Int(Date.now.timeIntervalSince1970)
    var next = second
    while next == second {
      await Task.yield()
      next = Int(Date.now.timeIntervalSince1970)
    }
    #expect(time.now() >= next)
  }
}
