import CRescue
import Foundation
import Synchronization

/// The terminal while a program has it that may ask for a password there.
///
/// The program's process group is in the foreground. This process reads nothing, so the kernel
/// itself sends that group the signals of the keys that give up: a second reader would take letters
/// of the password.
final class TerminalLoan: Sendable {
  /// True if a screen of this process is below: then Esc gives up, too, and Ctrl-Q quits.
  let hasScreen: Bool
  private let terminal: Descriptor
  /// The modes before the loan, and those of the loan.
  private let found: termios
  private let lent: termios
  private let isArmed: Bool
  private let name: String
  private let state: Mutex<State>

  private struct State {
    var group: pid_t = 0
    var isOver = false
    var quits = false
    /// The processes of other sessions that had the terminal open before, such as sshd.
    var users: Set<pid_t> = []
    /// True once another program had modes of its own: then the screen shows something else.
    var showsOthers = false
    /// The moment from which the user sees nothing happen; nil once the user was told what is
    /// waited for.
    var quietSince: ContinuousClock.Instant?
  }

  private enum Key {
    static let interrupt: cc_t = 3
    static let quit: cc_t = 17
    static let escape: cc_t = 27
    // _POSIX_VDISABLE, which Swift doesn't import.
    #if os(Linux)
      static let none: cc_t = 0
    #else
      static let none: cc_t = 0xFF
    #endif
  }

  /// Prepares the terminal for another program, and drops what was typed before. Returns nil if
  /// this process has no terminal, or isn't in its foreground.
  init?(hasScreen: Bool) {
    let files = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    // By its own name: a program that asks elsewhere for a password is told this name.
    guard
      let file = files.first(where: { isatty($0) == 1 && tcgetpgrp($0) == getpgrp() }),
      let name = ttyname(file),
      let terminal = try? Descriptor(opening: String(cString: name), O_RDWR)
    else { return nil }
    var found = termios()
    guard tcgetattr(terminal.number, &found) == 0 else { return nil }
    self.hasScreen = hasScreen
    self.terminal = terminal
    self.name = String(cString: name)
    self.found = found
    var lent = found
    lent.c_lflag |= tcflag_t(ICANON | ISIG)
    lent.c_lflag &= ~tcflag_t(ECHO | ECHONL | NOFLSH | TOSTOP)
    lent.c_iflag |= tcflag_t(ICRNL)
    lent.c_oflag |= tcflag_t(OPOST | ONLCR)
    if hasScreen {
      lent.c_iflag &= ~tcflag_t(IXON)
      lent[VINTR] = Key.interrupt
      lent[VQUIT] = Key.escape
      lent[VSUSP] = Key.quit
    }
    self.lent = lent
    state = Mutex(State(quietSince: .now))
    // A screen has armed it already.
    isArmed = reprise_rescue_arm(terminal.number, "", 0) == 0
    if isArmed { reprise_rescue_drop_input() }
    tcsetattr(terminal.number, TCSAFLUSH, &lent)
  }

  /// The file that is the program's standard input.
  var descriptor: Descriptor { terminal }
  /// True if the user wanted to quit while the program ran.
  var quits: Bool { state.withLock(\.quits) }
  /// True if the program, or one that it called, has drawn a screen of its own.
  var showsOthers: Bool { state.withLock(\.showsOthers) }

  /// Notes who has the terminal open: called before the program is started.
  func noteUsers() {
    let users = TerminalUsers.ofOtherSessions(name)
    state.withLock { $0.users = users }
  }

  /// Brings the program's process group to the foreground, and lets it go on. Returns false if
  /// another job is there.
  @discardableResult func give(to group: pid_t) -> Bool {
    let isGiven = state.withLock { state in
      guard !state.isOver else {
        kill(-group, SIGKILL)
        return true
      }
      state.group = group
      reprise_rescue_lend(group)
      let front = tcgetpgrp(terminal.number)
      guard front == getpgrp() || front == group else { return false }
      return TerminalLoan.fromBackground { tcsetpgrp(terminal.number, group) == 0 }
    }
    // It may have touched the terminal before it was its own, and was stopped for it.
    kill(-group, SIGCONT)
    return isGiven
  }

  /// Notes that the user wants to quit.
  func noteQuit() { state.withLock { $0.quits = true } }

  /// Stops this process with the program, as the shell's job, and goes on with both.
  func stopJob(of group: pid_t) {
    putBack(from: group)
    reprise_stop_job()
    var lent = lent
    if tcgetpgrp(terminal.number) == getpgrp() { tcsetattr(terminal.number, TCSANOW, &lent) }
    give(to: group)
  }

  /// Looks at the terminal, some ten times a second. Returns true if the user is to be told now
  /// what is waited for: nothing has happened for half a second, and no other program's screen is
  /// shown.
  ///
  /// A program with modes of its own, such as a pinentry, gets every key.
  func look() -> Bool {
    var now = termios()
    guard hasScreen, tcgetattr(terminal.number, &now) == 0 else { return false }
    let isOthers =
      (now.c_lflag, now.c_iflag, now.c_oflag) != (lent.c_lflag, lent.c_iflag, lent.c_oflag)
    return state.withLock { state in
      guard !state.isOver else { return false }
      if isOthers {
        state.showsOthers = true
        state.quietSince = .now
        if now[VQUIT] == Key.escape || now[VSUSP] == Key.quit {
          for key in [VINTR, VQUIT, VSUSP] { now[key] = Key.none }
          _ = TerminalLoan.fromBackground { tcsetattr(terminal.number, TCSANOW, &now) == 0 }
        }
        return false
      }
      if now[VQUIT] != Key.escape {
        var lent = lent
        _ = TerminalLoan.fromBackground { tcsetattr(terminal.number, TCSANOW, &lent) == 0 }
      }
      guard let since = state.quietSince, .now - since >= .milliseconds(500) else { return false }
      state.quietSince = nil
      return true
    }
  }

  /// Ends the program's process group, and takes the terminal back as it was found; does nothing
  /// and returns false the second time. On any thread, but before the program is buried.
  @discardableResult func takeBack() -> Bool {
    let ended: (group: pid_t, users: Set<pid_t>)? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      return (state.group, state.users)
    }
    guard let (group, users) = ended else { return false }
    if group > 0 {
      kill(-group, SIGKILL)
      endOthers(but: users)
      putBack(from: group)
    } else {
      putBack(from: getpgrp())
    }
    if isArmed { reprise_rescue_disarm() }
    reprise_rescue_lend(0)
    return true
  }

  /// Ends a pinentry that is still there: it is a child of gpg's agent, so it isn't in the group,
  /// and would go on reading the keys.
  private func endOthers(but users: Set<pid_t>) {
    var now = termios()
    guard tcgetattr(terminal.number, &now) == 0, now.c_lflag != lent.c_lflag else { return }
    // First it may give the terminal back by itself.
    for tries in 0..<50 {
      let others = TerminalUsers.ofOtherSessions(name).subtracting(users)
      guard !others.isEmpty else { return }
      for process in others { kill(process, tries < 40 ? SIGTERM : SIGKILL) }
      poll(nil, 0, 20)
    }
  }

  /// Takes the terminal back from a process group, unless the shell has given it to another job.
  private func putBack(from group: pid_t) {
    let front = tcgetpgrp(terminal.number)
    // A group that has ended is one that the program made for a job of its own.
    guard front == group || front > 0 && kill(-front, 0) != 0 && errno == ESRCH else { return }
    var found = found
    _ = TerminalLoan.fromBackground {
      tcsetpgrp(terminal.number, getpgrp())
      // What was typed was for the program.
      tcflush(terminal.number, TCIFLUSH)
      return tcsetattr(terminal.number, TCSANOW, &found) == 0
    }
  }

  /// Changes the terminal. A process in the background would be stopped for it, unless the signal
  /// is blocked.
  private static func fromBackground(_ change: () -> Bool) -> Bool {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return change()
  }
}

extension termios {
  /// A control character, by its name: `VINTR`.
  fileprivate subscript(_ name: Int32) -> cc_t {
    get { withUnsafeBytes(of: c_cc) { $0[Int(name)] } }
    set { withUnsafeMutableBytes(of: &c_cc) { $0[Int(name)] = newValue } }
  }
}
