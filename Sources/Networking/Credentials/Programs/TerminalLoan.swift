import CSystem
import Core
import FoundationEssentials
import Glibc
import Synchronization

/// The terminal while it is lent to a program that may prompt for a password. This process reads
/// nothing, because a second reader would take characters of the password; so the kernel sends the
/// signals of the keys that give up to the program's process group, which is in the foreground.
final class TerminalLoan: Sendable {
  /// With a screen, Esc gives up, too, and Ctrl-Q quits.
  let hasScreen: Bool
  private let terminal: Descriptor
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
    /// True once another program has changed the modes, and so drawn its own screen.
    var showsOthers = false
    /// `nil` once the user was shown the name of the program that runs.
    var quietSince: ContinuousClock.Instant?
  }

  private enum Key {
    static let interrupt: cc_t = 3
    static let quit: cc_t = 17
    static let escape: cc_t = 27
    // _POSIX_VDISABLE, which Swift doesn't import.
    static let none: cc_t = 0
  }

  /// Discards earlier input. `nil` if this process has no terminal, or isn't in its foreground.
  init?(hasScreen: Bool) {
    let files = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    // By its own name rather than /dev/tty: a pinentry that runs in another session is given this
    // name.
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
    // If there is a screen, it has armed the rescue already.
    isArmed = reprise_rescue_arm(terminal.number, "", 0) == 0
    if isArmed { reprise_rescue_drop_input() }
    tcsetattr(terminal.number, TCSAFLUSH, &lent)
  }

  var descriptor: Descriptor { terminal }
  var quits: Bool { state.withLock(\.quits) }
  var showsOthers: Bool { state.withLock(\.showsOthers) }

  func noteUsers() {
    let users = TerminalUsers.ofOtherSessions(name)
    state.withLock { $0.users = users }
  }

  /// Also continues the program. Returns false if another job is in the foreground.
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
      return Subprocess.fromBackground { tcsetpgrp(terminal.number, group) == 0 }
    }
    // It may have used the terminal too early, and been stopped for it.
    kill(-group, SIGCONT)
    return isGiven
  }

  /// Continues the program when it may use the terminal.
  func noteStop(_ signal: Int32, of group: pid_t) {
    switch signal {
    case SIGTTIN, SIGTTOU:
      // The program used the terminal before it was moved to the foreground, or another job is in
      // the foreground.
      if !give(to: group) { poll(nil, 0, 200) }
    case SIGTSTP:
      // Below a screen this is the quit key, which the group's guard reports.
      if !hasScreen { stopJob(of: group) }
    default: break
    }
  }

  func noteQuit() { state.withLock { $0.quits = true } }

  /// The shell sees this process and the program as one job. Continues both later.
  private func stopJob(of group: pid_t) {
    putBack(from: group)
    reprise_stop_job()
    var lent = lent
    if tcgetpgrp(terminal.number) == getpgrp() { tcsetattr(terminal.number, TCSANOW, &lent) }
    give(to: group)
  }

  /// Polls the terminal, about ten times a second. Returns true once nothing has happened for half
  /// a second and no other program's screen is shown: time to tell the user. A program that sets
  /// its own modes, such as a pinentry, gets every key.
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
          _ = Subprocess.fromBackground { tcsetattr(terminal.number, TCSANOW, &now) == 0 }
        }
        return false
      }
      if now[VQUIT] != Key.escape {
        var lent = lent
        _ = Subprocess.fromBackground { tcsetattr(terminal.number, TCSANOW, &lent) == 0 }
      }
      guard let since = state.quietSince, .now - since >= .milliseconds(500) else { return false }
      state.quietSince = nil
      return true
    }
  }

  /// The second call does nothing and returns false. Can be called from any thread, but only before
  /// the program is reaped.
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

  /// A pinentry is a child of gpg-agent, not in the group, and would go on reading the keys.
  private func endOthers(but users: Set<pid_t>) {
    var now = termios()
    guard tcgetattr(terminal.number, &now) == 0, now.c_lflag != lent.c_lflag else { return }
    // SIGTERM first, so that it can restore the terminal itself.
    for tries in 0..<50 {
      let others = TerminalUsers.ofOtherSessions(name).subtracting(users)
      guard !others.isEmpty else { return }
      for process in others { kill(process, tries < 40 ? SIGTERM : SIGKILL) }
      poll(nil, 0, 20)
    }
  }

  /// Does nothing if the shell has moved another job to the foreground.
  private func putBack(from group: pid_t) {
    let front = tcgetpgrp(terminal.number)
    // A foreground group that has ended is one that the program created for its own job.
    guard front == group || front > 0 && kill(-front, 0) != 0 && errno == ESRCH else { return }
    var found = found
    _ = Subprocess.fromBackground {
      tcsetpgrp(terminal.number, getpgrp())
      // Remaining input was meant for the program.
      tcflush(terminal.number, TCIFLUSH)
      return tcsetattr(terminal.number, TCSANOW, &found) == 0
    }
  }
}

extension termios {
  fileprivate subscript(_ name: Int32) -> cc_t {
    get { withUnsafeBytes(of: c_cc) { $0[Int(name)] } }
    set { withUnsafeMutableBytes(of: &c_cc) { $0[Int(name)] = newValue } }
  }
}

/// The processes that have a terminal open, as far as this user can see.
enum TerminalUsers {
  /// Empty on systems without /proc.
  static func ofOtherSessions(_ name: String) -> Set<pid_t> {
    let session = getsid(0)
    let processes = entries(of: "/proc").compactMap { pid_t($0) }
    return Set(
      processes.filter { process in
        guard getsid(process) != session else { return false }
        let files = "/proc/\(process)/fd"
        return entries(of: files).contains { target(of: "\(files)/\($0)") == name }
      })
  }

  private static func entries(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  private static func target(of link: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: link)
  }
}
