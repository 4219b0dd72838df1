import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// Real deaths at random instants: the promise that the whole framework is built for.
  @MainActor @Suite struct KillTests {
    /// One session: so many deaths in a row, in a window of a size, the same for the same seed but
    /// for the machine's own timing.
    struct Run: CustomTestStringConvertible {
      let seed: UInt64
      let deaths: Int
      var size = Size(rows: 24, columns: 80)

      var testDescription: String {
        "\(deaths) times at \(size.columns)x\(size.rows), seed \(seed)"
      }
    }

    /// REPRISE_SEED counts on from the usual seeds, for somebody who wants to see other instants.
    nonisolated static let seed =
      ProcessInfo.processInfo.environment["REPRISE_SEED"].flatMap { UInt64($0) } ?? 0

    nonisolated static let kills = [
      Run(seed: seed + 1, deaths: Soak.count(40, of: 250)),
      Run(seed: seed + 2, deaths: Soak.count(20, of: 200), size: Size(rows: 10, columns: 40)),
      Run(seed: seed + 3, deaths: Soak.count(10, of: 50), size: Size(rows: 50, columns: 160)),
    ]

    @Test("Killed at a random instant, the last painted screen or newer resumes", arguments: kills)
    func afterAKillAtAnyInstantTheLastScreenPaintedComesBackOrANewerOne(_ run: Run) async throws {
      try await die(.kill, run)
    }

    @Test(
      "Ended by a signal, crash or closed window, the last screen resumes",
      arguments: Death.allCases.filter { $0 != .kill })
    func afterAnyOtherDeathItDoesToo(_ death: Death) async throws {
      try await die(death, Run(seed: Self.seed + 5, deaths: Soak.count(5, of: 20)))
    }

    private func die(_ death: Death, _ run: Run) async throws {
      var generator = SplitMix64(seed: run.seed)
      var instant = KillPoint()
      var viewer = try RealViewer(size: run.size, in: Twin.directory)
      _ = try await viewer.terminal.waitUntilQuiet()
      var twin = try await Twin(size: run.size)
      // A help names the key of messages where there are any. What an export comes to is one, and is written before or after the keys that
      // follow: so there is a message from the beginning.
      try viewer.terminal.press("r")
      await twin.press("r")
      var shown = try await viewer.terminal.waitUntilQuiet().visibleRows
      for number in 1...run.deaths {
        var burst = Burst.random(using: &generator)
        // While the program is stopped its terminal edits lines itself: what edits never arrives.
        if death == .stopThenKill {
          burst.keys.removeAll { $0.isControl || $0.code == .backspace }
        }
        for key in burst.keys { await twin.press(key) }
        let delay = instant.random(using: &generator)
        let dead = try await death.strike(
          viewer.terminal, pressing: burst.keys, afterNanoseconds: delay)
        let saved = try viewer.savedScreens()
        if death == .closedWindow {
          viewer = try RealViewer(size: run.size, home: viewer.home, in: Twin.directory)
        } else {
          try viewer.terminal.relaunch()
        }
        let relaunched = try await viewer.terminal.waitUntilQuiet().visibleRows

        let verdict = Verdict(
          timestamps: twin.timestamps, dead: dead ?? shown, saved: saved, relaunched: relaunched)
        guard let place = try verdict.place() else {
          let when = "seed \(run.seed), \(death) \(number), \(burst), after \(delay / 1000) µs"
          Issue.record("\(when): \(try verdict.complaint())")
          return
        }
        if let early = try verdict.wasEarly() { instant.note(wasEarly: early) }
        shown = relaunched
        twin = try await Twin(size: run.size, saved: twin.timestamps[place].saved)
      }
      #expect(instant.isBalanced)
    }
  }
}
