import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A second start beside the first opens another session of the same name, and says so.
  @Suite struct SecondSessionTests {
    @Test("Second start has a session of its own")
    func eachStartBesideTheOthersHasASessionOfItsOwn() async throws {
      let first = try RealViewer()
      let list = try await first.see("40 systems", selected: "Batch Scheduler", after: .down)
      let process = try first.terminal.processIdentifier()
      let second = try RealViewer(home: first.home)
      let beside = try await second.see("Session main-2: main is open in process \(process) (pts/")
      #expect(beside.selectedText?.contains("05WAS") == true)
      let third = try RealViewer(home: first.home)
      _ = try await third.see("Session main-3: main is open in process \(process) (pts/")

      // Each comes back as it was left, and none has touched the first one's.
      let left = try await second.see("5 of 40", after: "/", "w", "a", "s")
      _ = try await second.killAndRelaunch()
      let again = try await second.see("Session main-2: ")
      #expect(again.withoutStatusLine == left.withoutStatusLine)
      #expect(try first.terminal.screenWithStyles() == list)
      #expect(
        try await first.killAndRelaunch().withoutStatusLine == list.withoutStatusLine)
    }

    @Test("Second plain start resumes a copy of the open session")
    func aPlainStartBesideTheOpenSessionsGoesOnWhereTheLastOneIs() async throws {
      let first = try RealViewer()
      _ = try await first.see("40 systems", selected: "Batch Scheduler", after: .down)
      let second = try RealViewer(words: [], home: first.home)
      _ = try await second.see(
        "Session main-2: main is open in process", selected: "Batch Scheduler")
      let left = try await second.see("5 of 40", after: "/", "w", "a", "s")
      let third = try RealViewer(words: [], home: first.home)
      let beside = try await third.see("Session main-3: main is open in process")
      #expect(beside.withoutStatusLine == left.withoutStatusLine)
      // What is done there is done there alone.
      _ = try await third.see("40 systems", after: .escape)
      #expect(try second.terminal.screenWithStyles().withoutStatusLine == left.withoutStatusLine)
      #expect(try first.sessions(in: first.home).count == 3)
    }

    @Test func theVerySessionThatIsNamedIsNoOther() async throws {
      let first = try RealViewer()
      _ = try await first.see("40 systems")
      let process = try first.terminal.processIdentifier()
      let named = try RealViewer("--session", "main", home: first.home)
      #expect(try await named.terminal.end() == .exit(code: ExitCode.temporaryFailure.rawValue))
      #expect(
        try named.terminal.screen().joined().contains("Already open in process \(process) (pts/"))
    }

    @Test("Session suspended in the shell is reported as suspended")
    func oneThatIsSuspendedInTheShellIsSaidToBe() async throws {
      let shell = try Shell()
      _ = try await shell.startViewer()
      try shell.terminal.press(.control("z"))
      try await shell.terminal.wait(for: Shell.stopped)
      let viewer = try BuiltProgram.path("cloudburst")
      try await shell.enter("clear; \(viewer) --unplugged --session main")
      try await shell.terminal.wait(for: "type fg")
      try await shell.enter("clear; \(viewer)")
      try await shell.terminal.wait(for: "Session main-2: main is suspended in process")
      try shell.terminal.press(.control("q"))
      try await shell.terminal.wait(for: "ready$")
      _ = try await shell.startViewer()
      try await shell.terminal.wait(for: "Session main-2: the last one in this terminal.")
    }
  }
}
