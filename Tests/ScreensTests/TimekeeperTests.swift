import Foundation
import RepriseTesting
import Screens
import Testing

@Suite struct TimekeeperTests {
  /// What is saved in one second and asked for in the next is asked for later.
  @Test func theSystemsSecondBeginsWithEverybodyElses() async throws {
    let time = Timekeeper.system
    let second = Int(Date.now.timeIntervalSince1970)
    var next = second
    try await waitUntil("the next second has come") {
      next = Int(Date.now.timeIntervalSince1970)
      return next > second
    }
    #expect(time.now() >= next)
  }
}
