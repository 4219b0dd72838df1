import Reprise
import RepriseTesting
import Testing

extension RealTerminalTests {
  /// Real kills at random instants: the promise that the whole framework is built for.
  @MainActor @Suite struct KillTests {
    /// One session: so many kills in a row, in a window of a size, the same for the same seed but
    /// for the machine's own timing.
    struct Run: CustomTestStringConvertible {
      let seed: UInt64
      let kills: Int
      let size: Size

      var testDescription: String {
        "\(kills) kills at \(size.columns)x\(size.rows), seed \(seed)"
      }
    }

    nonisolated static let runs = [
      Run(seed: 1, kills: 100, size: Size(rows: 24, columns: 80)),
      Run(seed: 2, kills: 50, size: Size(rows: 10, columns: 40)),
    ]

    @Test(arguments: runs)
    func afterAKillAtAnyInstantTheLastScreenPaintedComesBackOrANewerOne(_ run: Run) async throws {
      var generator = SplitMix64(seed: run.seed)
      var instant = KillInstant()
      let viewer = try RealViewer(size: run.size)
      _ = try await viewer.terminal.waitUntilQuiet()
      var twin = try await Twin(size: run.size)
      for number in 1...run.kills {
        let burst = Burst.random(using: &generator)
        for key in burst.keys { await twin.press(key) }
        let delay = instant.random(using: &generator)
        kill(try viewer.terminal.processIdentifier(), afterNanoseconds: delay)
        try viewer.terminal.press(burst.keys)
        try await viewer.terminal.waitForDeath()
        let dead = try viewer.terminal.screenWithStyles().visibleRows
        let saved = try viewer.savedEntries()
        try viewer.terminal.relaunch()
        let relaunched = try await viewer.terminal.waitUntilQuiet().visibleRows

        let verdict = Verdict(
          moments: twin.moments, dead: dead, saved: saved, relaunched: relaunched)
        guard let place = try verdict.place() else {
          let when = "seed \(run.seed), kill \(number), \(burst), after \(delay / 1000) µs"
          Issue.record("\(when): \(try verdict.complaint())")
          return
        }
        if twin.moments.first?.rows != twin.moments.last?.rows {
          instant.note(wasEarly: dead != twin.moments.last?.rows)
        }
        twin = try await Twin(size: run.size, saved: twin.moments[place].saved)
      }
      #expect(instant.isBalanced)
    }
  }
}
