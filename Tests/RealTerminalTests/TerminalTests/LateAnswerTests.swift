import Foundation
import RepriseTesting
import Testing

extension RealTerminalTests {
  /// A terminal at the other end of a slow line: what it answers when the viewer is left already isn't typed at the shell.
  @Suite struct LateAnswerTests {
    private static let question = "\u{1B}[c"
    private static let answers = "\u{1B}P>|XTerm(390)\u{1B}\\\u{1B}[?62;22c"

    /// Leaves a viewer, and has the terminal answer 250 ms later. Returns how it ended and what nobody has read; nil if this machine was too
    /// busy, and the answer came later than it may.
    private func leave(
      _ leave: (PlayedTerminal) -> Void
    ) async throws -> (code: Int32, unread: String)? {
      let home = try TemporaryFolder()
      let terminal = try PlayedTerminal(
        environment: RealViewer.environment(home), home: home,
        running: [BuiltProgram.path("cloudburst"), "--unplugged"])
      try await terminal.wait(for: Self.question)
      let asked = ContinuousClock.now
      // From now on a key is read at once.
      try await terminal.wait(for: "05WAS")
      leave(terminal)
      try await Task.sleep(for: .milliseconds(250))
      terminal.send(Self.answers)
      let isInTime = ContinuousClock.now - asked < .milliseconds(800)
      let code = try await terminal.end()
      return isInTime ? (code, terminal.takeUnread()) : nil
    }

    @Test(arguments: [nil, SIGTERM] as [Int32?])
    func whoeverLeavesAtOnceFindsNothingTyped(signal: Int32?) async throws {
      for _ in 1...20 {
        let end = try await leave { terminal in
          if let signal { terminal.kill(signal) } else { terminal.send("q") }
        }
        guard let end else { continue }
        #expect(end.code == (signal.map { 128 + $0 } ?? 0))
        #expect(end.unread == "")
        return
      }
      Issue.record("The machine was too busy for an answer within 800 ms, twenty times.")
    }

    /// The terminal that a test plays tells what a program has left.
    @Test func whatNobodyHasReadIsThere() async throws {
      let terminal = try PlayedTerminal(
        home: TemporaryFolder(), running: ["/bin/sh", "-c", "echo ready"])
      try await terminal.wait(for: "ready")
      try await terminal.end()
      terminal.send("62;22c")
      #expect(terminal.takeUnread() == "62;22c")
      #expect(terminal.takeUnread() == "")
    }
  }
}
