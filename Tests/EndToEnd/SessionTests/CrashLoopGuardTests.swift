import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A crash while a session resumes costs no more than the top screen, and never repeats for ever.
  @Suite struct CrashLoopGuardTests {
    @Test(
      "Crash-loop guard omits a screen that crashes at the third start",
      arguments: ["init", "draw", "load"])
    func aScreenThatAlwaysTrapsIsLeftOutAtTheThirdStart(mishap: String) async throws {
      let probe = try Probe()
      try await probe.open("p", "t")
      try await probe.killed()
      let saved = try probe.session()
      try await probe.crash(mishap)
      try await probe.crash(mishap)
      // Nothing is overwritten by starts that fail.
      #expect(try probe.session() == saved)

      try probe.start(mishap)
      try await probe.terminal.wait(for: "count 1, data")
      let third = try await probe.terminal.waitUntilQuiet()
      #expect(third.text[0] == " Probe › Plain")
      #expect(
        third.text[23].hasPrefix(" The last two starts failed, so “Trapping” was left out."))
      #expect(try probe.asides() == ["main.snapshot.aside-1": saved])

      // It is over: the next start is like any other.
      try await probe.killed()
      try probe.start(mishap)
      let fourth = try await probe.terminal.waitUntilQuiet()
      #expect(fourth.withoutStatusLine == third.withoutStatusLine)
      #expect(fourth.text[23].contains("? help"))
    }

    @Test("Crash-loop guard starts at the root after three crashes")
    func fourStartsReachTheRootAndNameWhatWasSetAside() async throws {
      let probe = try Probe(size: Size(rows: 10, columns: 40))
      try await probe.open("p", "t", "t")
      try await probe.killed()
      let saved = try probe.session()
      for _ in 1...3 { try await probe.crash("draw") }
      #expect(try probe.session() == saved)

      try probe.start("draw")
      try await probe.terminal.wait(for: "count 0, data")
      let fourth = try await probe.terminal.waitUntilQuiet()
      #expect(fourth.text[0] == " Probe")
      #expect(fourth.text[9].hasSuffix("… ! more"))
      #expect(try probe.asides() == ["main.snapshot.aside-1": saved])
      try probe.terminal.press("!")
      try await probe.terminal.wait(for: "main.snapshot.aside-1.")
      let all = try probe.terminal.screen().joined(separator: " ").split(separator: " ")
      for sentence in [
        "The last three starts failed, so nothing was reopened.",
        "A copy is kept as main.snapshot.aside-1.",
      ] {
        #expect(all.joined(separator: " ").contains(sentence))
      }
      try probe.terminal.press(.escape)
      try await probe.terminal.wait(for: "count 0, data")

      try await probe.killed()
      try probe.start("draw")
      try await probe.terminal.wait(for: "count 0, data")
      #expect(try await probe.terminal.waitUntilQuiet().text[9].contains("? help"))
    }

    @Test("Crash-loop guard resets the state that crashes")
    func aStateThatTrapsCostsThatStateAlone() async throws {
      let probe = try Probe()
      try await probe.open("p", "t")
      try await probe.killed()
      let saved = try probe.session()
      try await probe.crash("restore")
      try probe.start("restore")
      try await probe.terminal.wait(for: "count 0, data")
      let second = try await probe.terminal.waitUntilQuiet()
      #expect(second.text[0] == " Probe › Plain › Trapping")
      #expect(second.text[23].contains("so “Trapping” starts over."))
      #expect(try probe.asides() == ["main.snapshot.aside-1": saved])
      // The screens below have lost nothing, and no start fails any more.
      try await probe.killed()
      try probe.start("restore")
      try await probe.terminal.wait(for: "count 0, data")
      try probe.terminal.press(.escape)
      try await probe.terminal.wait(for: "count 1, data")
    }

    @Test(
      "Crash-loop guard ignores starts ended by a signal while loading",
      arguments: [SIGTERM, SIGHUP, SIGINT])
    func anEndAtASignalWhileDataIsAwaitedCountsNeitherWay(signal: Int32) async throws {
      let probe = try await loading()
      for _ in 1...4 {
        try probe.terminal.kill(signal)
        #expect(try await probe.terminal.end() == .signal(signal))
        try probe.start("wait")
        try await probe.terminal.wait(for: "count 1, no data")
      }
      // Nor does it make up for a start that failed.
      try probe.terminal.kill(signal)
      try await probe.terminal.waitForDeath()
      try await probe.crash("load")
      for _ in 1...2 {
        try probe.start("wait")
        try await probe.terminal.wait(for: "count 0, no data")
        try await probe.terminal.wait(for: "The last start failed")
        try probe.terminal.kill(signal)
        try await probe.terminal.waitForDeath()
      }
    }

    @Test("Crash-loop guard resets the top state after a kill while loading")
    func aKillWhileDataIsAwaitedCostsTheTopsStateAndIsSaid() async throws {
      // Nobody can tell it from a crash, or from a screen that hangs and is killed for that.
      let probe = try await loading()
      try await probe.killed()
      try probe.start()
      try await probe.terminal.wait(for: "count 0, data")
      try await probe.terminal.wait(for: "so “Trapping” starts over.")
      #expect(try probe.asides().count == 1)
    }

    @Test("Crash-loop guard is over after the first key") func aKeyEndsTheWaitingForData()
      async throws
    {
      let probe = try await loading()
      try probe.terminal.press("+")
      try await probe.terminal.wait(for: "count 2, no data")
      try await probe.terminal.wait("the mark's end") { try !probe.isMarked }
      try await probe.killed()
      try probe.start()
      try await probe.terminal.wait(for: "count 2, data")
    }

    @Test("Crash-loop guard ignores starts that were refused")
    func aStartThatIsRefusedHasNotFailed() async throws {
      let probe = try Probe()
      try await probe.open("t")
      try await probe.killed()
      for _ in 1...4 {
        try probe.start(environment: ["TERM": "nonsense"])
        #expect(
          try await probe.terminal.end() == .exit(code: ExitCode.unavailable.rawValue))
      }
      try probe.start()
      try await probe.terminal.wait(for: "count 1, data")
      #expect(try await probe.terminal.waitUntilQuiet().text[0] == " Probe › Trapping")
    }

    /// A probe whose top screen has resumed and waits for its data.
    private func loading() async throws -> Probe {
      let probe = try Probe()
      try await probe.open("t")
      try await probe.killed()
      try probe.start("wait")
      try await probe.terminal.wait(for: "count 1, no data")
      return probe
    }
  }
}
