import CSpawn
import Files
import Foundation

/// Runs programs at the person's terminal, one at a time, and takes the terminal back whatever they did to it.
///
/// Before, the application's own terminal must be suspended; afterwards, resumed. The calling thread waits meanwhile: nothing else may read
/// the keys.
public struct ForegroundProcess: Sendable {
  /// The end of a program.
  public enum End: Hashable, Sendable {
    /// The program ended itself, with this exit code.
    case exit(code: Int32)
    /// The program was ended by a signal, with this number.
    case signal(Int32)

    /// The signal that ended the program, also where a shell tells of it by a code; nil if the program has ended by itself.
    public var signal: Int32? {
      switch self {
      case .signal(let number): number
      case .exit(let code): (129..<160).contains(code) ? code - 128 : nil
      }
    }
  }

  private let terminal: Int32

  /// Creates a handover of the terminal that a descriptor leads to, by default standard input. Where that is none, a program runs without.
  ///
  ///     ForegroundProcess(terminal: STDIN_FILENO)
  public init(terminal: Int32 = 0) { self.terminal = terminal }

  /// Runs a program to its end. Throws `DocumentError.program` if it can't be started.
  ///
  /// The program has a process group of its own, so that Ctrl-C and Ctrl-Z are its alone.
  ///
  /// - Parameters:
  ///   - words: The program, by its name or path, and its arguments.
  ///   - environment: All of the program's environment; PATH says where it is looked for.
  ///   - onStop: Called when the program was stopped (Ctrl-Z), with the terminal ours; the program goes on afterwards, as soon as the shell
  ///     has given this process the terminal. To stop with it as shells expect it, send SIGTSTP to this process's group there, with the
  ///     default action.
  public func run(
    _ words: [String], environment: [String: String], onStop: () -> Void = {}
  ) throws(DocumentError) -> End {
    guard let name = words.first, let path = SearchPath(environment).program(name) else {
      throw .program(name: words.first ?? "The program", reason: "there is no such program")
    }
    var modes = termios()
    let hasModes = tcgetattr(terminal, &modes) == 0
    var process = pid_t()
    let problem = CStrings.lend(words, environment) { argv, envp in
      reprise_spawn_beside(&process, path, argv, envp)
    }
    guard problem == 0 else {
      throw .program(name: name, reason: String(cString: strerror(problem)))
    }
    var isLent = false
    func give() {
      guard hasModes, tcgetpgrp(terminal) != process, isInFront() else { return }
      withBlocked(SIGTTOU) { isLent = tcsetpgrp(terminal, process) == 0 }
    }
    func goOn() {
      // In the background it could neither go on nor end, and this process, which waits for it, couldn't end either.
      if !isLent, JobControl.isAskedToEnd {
        kill(-process, SIGHUP)
        // One that goes on all the same is stopped again at once.
        poll(nil, 0, 100)
      }
      kill(-process, SIGCONT)
    }
    func takeBack() {
      guard isLent else { return }
      isLent = false
      // Whoever isn't in the foreground is stopped for this, unless the signal is blocked.
      withBlocked(SIGTTOU) {
        _ = tcsetpgrp(terminal, getpgrp())
        _ = tcsetattr(terminal, TCSADRAIN, &modes)
      }
    }
    give()
    // It may have touched the terminal before that was its own, and was stopped for it.
    goOn()
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
        goOn()
        continue
      }
      let signal = status & 0x7F
      return signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
    }
  }

  /// True if the shell has given this process the terminal. In the background, after bg, it stops here until it has; false if it is to end
  /// meanwhile, or the terminal is none that is given.
  private func isInFront() -> Bool {
    while true {
      let group = tcgetpgrp(terminal)
      if group == getpgrp() { return true }
      if group < 0 || JobControl.isAskedToEnd { return false }
      JobControl.stop()
      // That it is to end is noted on another thread; and where nobody could let it go on, it didn't stop.
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
