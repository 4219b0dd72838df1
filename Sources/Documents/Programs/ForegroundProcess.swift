import CSystem
public import Core
import FoundationEssentials
import Glibc
import Synchronization

/// Runs foreground programs in the terminal, one at a time, and restores the terminal's state
/// afterwards.
///
/// The application's own terminal must be suspended before and resumed afterwards. The calling
/// thread waits; no other thread may read keys meanwhile.
public struct ForegroundProcess: Sendable {
  /// The way in which a program ended: with an exit code or by a signal.
  public typealias End = ProcessEnd

  private let terminal: Int32

  /// Creates a runner that gives programs the terminal of a file descriptor, by default standard
  /// input. If the descriptor isn't a terminal, programs run without one.
  ///
  ///     ForegroundProcess(terminal: STDIN_FILENO)
  public init(terminal: Int32 = 0) { self.terminal = terminal }

  /// Runs a program until it ends. Throws `DocumentError.program` if it can't be started, or the
  /// system doesn't report how it ended.
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
    let program: Subprocess
    do throws(POSIXError) {
      program = try Subprocess(
        arguments, path: path, environment: environment, in: .group, input: .inherited,
        output: .inherited, errors: .inherited)
    } catch {
      throw .program(name: name, reason: error.reason)
    }
    var isLent = false
    func give() {
      guard hasModes, tcgetpgrp(terminal) != program.process, isInForeground() else { return }
      isLent = Subprocess.fromBackground { tcsetpgrp(terminal, program.process) == 0 }
    }
    func resume() {
      // In the background, the program could neither continue nor end, and this process, which
      // waits for it, couldn't end either.
      if !isLent, JobControl.isTerminationRequested {
        program.killGroup(SIGHUP)
        // If the program ignores the signal, it is stopped again at once; the pause avoids a busy
        // loop.
        poll(nil, 0, 100)
      }
      program.killGroup(SIGCONT)
    }
    func takeBack() {
      guard isLent else { return }
      isLent = false
      Subprocess.fromBackground {
        tcsetpgrp(terminal, getpgrp())
        return tcsetattr(terminal, TCSADRAIN, &modes) == 0
      }
    }
    give()
    // The program may have accessed the terminal before it was in the foreground, and been stopped.
    resume()
    defer { takeBack() }
    while let signal = program.waitForStop() {
      if signal != SIGTTIN, signal != SIGTTOU {
        takeBack()
        onStop()
      }
      give()
      resume()
    }
    let end = program.wait()
    guard end != .exit(code: -1) else {
      throw .program(name: name, reason: "its exit status is unknown")
    }
    return end
  }

  /// In the background (after `bg`), stops the process until the shell brings it to the foreground.
  /// `false` if the process was asked to end, or the terminal has no foreground group.
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
}

/// Job control for this process: the shell stops it with Ctrl-Z, continues it with `fg` and `bg`.
package enum JobControl {
  private static let isEnding = Atomic(false)

  /// The signal that asked the process to end is still being handled.
  package static var isTerminationRequested: Bool { isEnding.load(ordering: .relaxed) }

  /// Can be called from any thread.
  package static func noteEnd() { isEnding.store(true, ordering: .relaxed) }

  /// Returns at once if no shell could continue it, as in a terminal window of its own.
  package static func stop() { reprise_stop_job() }
}
