import CNcurses
import Terminals

/// The ncurses screen: the alternate screen, its modes and its size.
///
/// There is one, because ncurses keeps it in global variables, and it is touched on the main actor alone.
@MainActor final class Screen {
  private let screen: OpaquePointer
  /// Rows that ncurses has and the terminal hasn't: 1 or 0, below all others and always blank.
  ///
  /// ncurses takes pains with the last cell of its last row, in which a line might wrap and scroll all others. On
  /// tmux's and screen's types it inserts cells, which destroys a wide one. So its last row isn't the terminal's.
  private let extraRows: Int
  private let sizeAtStart: Size

  /// Opens the screen, or returns nil if ncurses can't.
  init?(type: TerminalType, tty: TTY) {
    // LINES and COLUMNS are believed only where the window's size isn't known: in use against other programs that cut lines they may be any
    // number, and ncurses opens no screen that is too large.
    use_env(tty.size == nil)
    // Without this ncurses would take the size that the terminal's type has, and not every type has one.
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
    // An update that stops because a key was pressed would leave half a picture.
    typeahead(-1)
    curs_set(0)
    refresh()
  }

  /// Returns the theme for the terminal's colours, and makes the pairs that it counts on.
  func startColours(on background: TerminalBackground?) -> Theme {
    let hasColours = start_color() != ERR
    let hasOwnBackground = hasColours && use_default_colors() != ERR
    let theme = Theme(
      colourCount: hasColours ? Int(reprise_colour_count()) : 0,
      background: hasOwnBackground ? background : .dark)
    for colour in theme.colours { init_pair(colour, colour, hasOwnBackground ? -1 : 0) }
    return theme
  }

  /// Takes the size given, or that of terminfo, LINES and COLUMNS when the device knows none. All cells become blank.
  func resize(to size: Size?) -> Size {
    let size = size ?? sizeAtStart
    resize_term(Int32(size.rows + extraRows), Int32(size.columns))
    // Otherwise what stood below might be an extra row now.
    werase(reprise_standard_screen())
    return Size(rows: Self.size.rows - extraRows, columns: Self.size.columns)
  }

  /// The size as ncurses has it.
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

  /// Has the next refresh paint every cell.
  func forget() { reprise_clear_at_next_refresh() }

  /// Has the next refresh paint every cell of a row.
  func forget(row: Int) { wredrawln(reprise_standard_screen(), Int32(row), 1) }

  /// Sets the terminal as it was found, or as `noteModesAsFound` found it; and empty, because on one without a second screen the last
  /// picture would stay for the next person.
  func leave() {
    werase(reprise_standard_screen())
    forget()
    refresh()
    endwin()
  }

  /// Takes the modes that the shell has set since for those to return to.
  func noteModesAsFound() { def_shell_mode() }

  /// Takes the terminal again.
  func enter() {
    reset_prog_mode()
    forget()
    refresh()
  }

  /// Frees the screen: to be called after `leave`, and nothing after it.
  func free() { delscreen(screen) }
}
