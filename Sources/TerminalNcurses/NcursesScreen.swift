import CNcurses
import Glibc
import Terminals

/// The ncurses screen: the alternate screen, its modes and its size. Only one can exist, because
/// ncurses stores it in global variables.
@MainActor final class NcursesScreen {
  private let screen: OpaquePointer
  /// 0 or 1 blank rows below the terminal's last. ncurses treats the last cell of its last row
  /// specially, because a character there might scroll the screen: for tmux and screen it inserts
  /// cells, which destroys a wide character.
  private let extraRows: Int
  private let sizeAtStart: Size

  init?(type: TerminalType, tty: TTY) {
    // Uses LINES and COLUMNS only if the window's size is unknown. Users set them to arbitrary
    // numbers for other programs, and ncurses opens no screen that is too large.
    use_env(tty.size == nil)
    // Without this, ncurses would use the size in terminfo, which not every type has.
    use_tioctl(tty.size != nil)
    let screen = SignalShield.during { reprise_open_screen(type.name) }
    guard let screen else { return nil }
    self.screen = screen
    extraRows = type.waitsAtEdge ? 1 : 0
    sizeAtStart = Self.size
    cbreak()
    noecho()
    nonl()
    reprise_free_control_keys(tty.input)
    def_prog_mode()
    // ncurses would interrupt an update at a key press, leaving half a frame.
    typeahead(-1)
    curs_set(0)
    refresh()
  }

  func startColours(on background: TerminalBackground?) -> Theme {
    let hasColours = start_color() != ERR
    let hasOwnBackground = hasColours && use_default_colors() != ERR
    let theme = Theme(
      colourCount: hasColours ? Int(reprise_colour_count()) : 0,
      background: hasOwnBackground ? background : .dark)
    for colour in theme.colours { init_pair(colour, colour, hasOwnBackground ? -1 : 0) }
    return theme
  }

  /// `nil` sets the size of terminfo, LINES and COLUMNS. Blanks all cells.
  func resize(to size: Size?) -> Size {
    let size = size ?? sizeAtStart
    resize_term(Int32(size.rows + extraRows), Int32(size.columns))
    // Rows that were below might now be the extra row.
    werase(reprise_standard_screen())
    return Size(rows: Self.size.rows - extraRows, columns: Self.size.columns)
  }

  private static var size: Size {
    let window = reprise_standard_screen()
    return Size(rows: Int(getmaxy(window)), columns: Int(getmaxx(window)))
  }

  func placeCursor(_ position: Position?) {
    if let position {
      wmove(reprise_standard_screen(), Int32(position.row), Int32(position.column))
    }
    leaveok(reprise_standard_screen(), position == nil)
    curs_set(position == nil ? 0 : 1)
  }

  func refresh() { wrefresh(reprise_standard_screen()) }

  func forget() { reprise_clear_at_next_refresh() }

  func forget(row: Int) { wredrawln(reprise_standard_screen(), Int32(row), 1) }

  /// Erases the screen, because on a terminal without an alternate screen the last frame would stay
  /// visible to the next user.
  func leave() {
    werase(reprise_standard_screen())
    forget()
    refresh()
    endwin()
  }

  /// Returns the bytes of a `termios`. The application's modes stay in effect.
  func shellModes(of tty: TTY) -> [UInt8] {
    reset_shell_mode()
    var modes = termios()
    tcgetattr(tty.input, &modes)
    reset_prog_mode()
    return withUnsafeBytes(of: modes) { Array($0) }
  }

  /// Saves the modes that the shell has set since, to restore them later.
  func noteModesAsFound() { def_shell_mode() }

  func enter() {
    reset_prog_mode()
    forget()
    refresh()
  }

  /// Frees the screen. Must be called after `leave`, as the last method.
  func free() { delscreen(screen) }
}

/// Prevents ncurses from installing signal handlers, because the application handles signals. When
/// ncurses opens its first screen, it permanently skips signals that are ignored at that time; else
/// it would also disable and enable SIGTSTP at each refresh, undoing changes by other threads.
enum SignalShield {
  private static let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]

  /// Runs `body` while the signals appear ignored. Arriving signals are blocked, not lost.
  static func during<Result>(_ body: () -> Result) -> Result {
    var mask = sigset_t()
    var previousMask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_BLOCK, &mask, &previousMask)
    let actions = signals.map(ignore)
    defer {
      for (signal, action) in zip(signals, actions) {
        var action = action
        sigaction(signal, &action, nil)
      }
      pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    }
    return body()
  }

  private static func ignore(_ signal: Int32) -> sigaction {
    var previous = sigaction()
    sigaction(signal, nil, &previous)
    Glibc.signal(signal, SIG_IGN)
    return previous
  }
}
