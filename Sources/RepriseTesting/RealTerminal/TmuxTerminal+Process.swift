import Foundation

extension TmuxTerminal {
  /// How a program ended.
  public enum End: Hashable, Sendable {
    /// The program exited with this exit code.
    case exit(code: Int32)
    /// A signal with this number ended the program.
    case signal(Int32)
  }

  /// Returns the process id of the program, not of a child process.
  public func processIdentifier() throws -> Int32 { try server.processIdentifier() }

  /// Sends the program a signal.
  public func kill(_ signal: Int32) throws {
    let process = try processIdentifier()
    guard Foundation.kill(process, signal) == 0 else {
      throw TmuxError(sentence: "process \(process) can't be sent signal \(signal)")
    }
  }

  /// Closes the window as the user would, and waits for the program to end on SIGHUP.
  public nonisolated(nonsending) func closeWindow() async throws {
    let process = try processIdentifier()
    close()
    try await waitForEnd(of: process)
  }

  /// Waits until a process has ended, repeatedly calling `watching`.
  public nonisolated(nonsending) func waitForEnd(
    of process: Int32, watching: () throws -> Void = {}
  ) async throws {
    var patience = Patience(Self.patience)
    while ProcessTable.isRunning(process) {
      try watching()
      guard !patience.isOver() else {
        throw TmuxError(sentence: "process \(process) hasn't ended")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Returns whether the program has ended. Then all of its output is on the screen.
  public func isDead() throws -> Bool { try ask("#{pane_dead}") == "1" }

  /// Waits until the program has ended.
  public nonisolated(nonsending) func waitForDeath() async throws {
    try await wait("its end") { try isDead() }
  }

  /// Waits until the program has ended, and returns how it ended.
  public nonisolated(nonsending) func end() async throws -> End {
    try await waitForDeath()
    var end: End?
    try await wait("its exit code") {
      let words = try ask("#{pane_dead_status}/#{pane_dead_signal}").split(
        separator: "/", omittingEmptySubsequences: false)
      end = words.first.flatMap { Int32($0) }.map { .exit(code: $0) }
      end = words.last.flatMap { Int32($0) }.map { .signal($0) } ?? end
      // Occasionally tmux misses that a child has ended. Starting another child helps.
      if end == nil { try server.run(["run-shell", "-b", "true"]) }
      return end != nil
    }
    guard let end else { throw TmuxError(sentence: "it isn't known how it ended") }
    return end
  }
}
