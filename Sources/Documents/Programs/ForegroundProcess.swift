import CSystem
import Core
import Foundation
import Synchronization

/// Runs foreground programs in the terminal, one at a time, and restores the terminal's state
/// afterwards.
///
/// The application's own terminal must be suspended before and resumed afterwards. The calling
/// thread waits; no other thread may read keys meanwhile.
public struct ForegroundProcess: Sendable {
  /// How a program ended.
  public enum End: Hashable, Sendable {
    /// The program exited with this code.
    case exit(code: Int32)
    /// A signal with this number ended the program.
    case signal(Int32)

    /// The signal that ended the program, including one that a shell reports as an exit code; `nil`
    /// if the program exited by itself.
    public var signal: Int32? {
      switch self {
      case .signal(let number): number
      case .exit(let code): (129..<160).contains(code) ? code - 128 : nil
      }
    }
  }

  private let terminal: Int32

  /// Creates a runner for the terminal of a descriptor, by default standard input. If the
  /// descriptor isn't a terminal, programs run without one.
  ///
  ///     ForegroundProcess(terminal: STDIN_FILENO)
  public init(terminal: Int32 = 0) { self.terminal = terminal }

  /// Runs a program until it ends. Throws `DocumentError.program` if it can't be started.
  ///
  /// The program has its own process group, so Ctrl-C and Ctrl-Z affect only the program.
  ///
  /// - Parameters:
  ///   - arguments: The program's name or path, and its arguments.
  ///   - environment: The program's complete environment. PATH is used to find the program.
  ///   - onStop: Called when the program was stopped (Ctrl-Z) and this process has the terminal
  ///     again. The program is continued afterwards, once this process is in the foreground. To
  ///     stop this process like shells expect, send SIGTSTP with the default action to its process
  ///     group.
  public func run(
    _ arguments: [String], environment: [String: String], onStop: () -> Void = {}
  ) throws(DocumentError) -> End {
    guard let name = arguments.first, let path = SearchPath(environment).program(name) else {
      throw .program(name: arguments.first ?? "The program", reason: "there is no such program")
    }
    var modes = termios()
    let hasModes = tcgetattr(terminal, &modes) == 0
    var process = pid_t()
    let problem = CStrings.lend(arguments, environment) { argv, envp in
      reprise_spawn_beside(&process, path, argv, envp)
    }
    guard problem == 0 else {
      throw .program(name: name, reason: String(cString: strerror(problem)))
    }
    var isLent = false
    func give() {
      guard hasModes, tcgetpgrp(terminal) != process, isInForeground() else { return }
      withBlocked(SIGTTOU) { isLent = tcsetpgrp(terminal, process) == 0 }
    }
    func resume() {
      // In the background, the program could neither continue nor end, and this process, which
      // waits for it, couldn't end either.
      if !isLent, JobControl.isTerminationRequested {
        kill(-process, SIGHUP)
        // If the program ignores the signal, it is stopped again at once; the pause avoids a busy
        // loop.
        poll(nil, 0, 100)
      }
      kill(-process, SIGCONT)
    }
    func takeBack() {
      guard isLent else { return }
      isLent = false
      // A background process that changes the terminal is stopped unless SIGTTOU is blocked.
      withBlocked(SIGTTOU) {
        _ = tcsetpgrp(terminal, getpgrp())
        _ = tcsetattr(terminal, TCSADRAIN, &modes)
      }
    }
    give()
    // The program may have accessed the terminal before it was in the foreground, and been stopped.
    resume()
    defer { takeBack() }
    while true {
      var status: Int32 = 0
      guard waitpid(process, &status, WUNTRACED) == process else {
        if errno == EINTR { continue }
        throw .program(name: name, reason: "nobody can tell how it ended")
      }
      if status & 0xFF == 0x7F {
        let cause = status >> 8 & 0xFF
        if cause != SIGTTIN, cause != SIGTTOU {
          takeBack()
          onStop()
        }
        give()
        resume()
        continue
      }
      let signal = status & 0x7F
      return signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
    }
  }

  /// Returns whether this process is in the foreground. In the background (after `bg`), stops the
  /// process until the shell brings it to the foreground. Returns `false` if the process was asked
  /// to end, or the terminal has no foreground process group.
  private func isInForeground() -> Bool {
    while true {
      let group = tcgetpgrp(terminal)
      if group == getpgrp() { return true }
      if group < 0 || JobControl.isTerminationRequested { return false }
      JobControl.stop()
      // The request to end is recorded by another thread, and without a shell the process isn't
      // stopped; the pause avoids a busy loop.
      if tcgetpgrp(terminal) != getpgrp() { poll(nil, 0, 100) }
    }
  }

  private func withBlocked(_ number: Int32, _ body: () -> Void) {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}

/// Job control for this process, which the shell stops with Ctrl-Z and continues with `fg` and
/// `bg`.
package enum JobControl {
  private static let isEnding = Atomic(false)

  /// Whether a signal has asked the process to end and is still being handled.
  package static var isTerminationRequested: Bool { isEnding.load(ordering: .relaxed) }

  /// Records that the process was asked to end. Can be called from any thread.
  package static func noteEnd() { isEnding.store(true, ordering: .relaxed) }

  /// Stops the process group. Returns when it is continued, or at once if no shell could continue
  /// it, as in a terminal window of its own.
  package static func stop() { reprise_stop_job() }
}
