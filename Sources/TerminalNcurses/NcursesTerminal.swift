import CNcurses
import CRescue
public import Foundation
public import Terminals

/// The terminal a person sits at, by way of ncurses.
///
/// It takes the terminal when it is made and gives it back exactly as found with `close()`. A process that ends
/// without closing, by `exit` or a crash, gives it back too: `CRescue` sees to that. What is written to stderr
/// meanwhile is shown afterwards.
///
/// Signals are the owner's business. ncurses' own handlers are gone once this is made, so the owner calls `resized()`
/// at SIGWINCH, `suspend()` before it stops, `resume()` when it continues, and `close()` before it ends.
@MainActor public final class NcursesTerminal: Terminal {
  public struct Options: Sendable {
    /// Shows nothing but ASCII, also where the locale could show more.
    public var isASCII: Bool

    public init(isASCII: Bool = false) {
      self.isASCII = isASCII
    }
  }

  enum Phase {
    case shown, suspended, closed
  }

  public internal(set) var size: Size

  let tty: TTY
  let type: TerminalType
  private let screen: OpaquePointer
  let input: Keyboard
  var painter: Painter
  var phase = Phase.shown
  /// What a person sees; nil when that isn't known.
  var shownFrame: Frame?
  /// Whether the next `readEvents()` tells of a new size.
  var isResizeUntold = false

  /// Takes the terminal at standard input and output.
  ///
  /// `environment` says its type (TERM) and whether colours are wanted (NO_COLOR); the locale comes from the process's own.
  public init(
    options: Options = Options(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TerminalProblem) {
    tty = TTY(input: STDIN_FILENO, output: STDOUT_FILENO)
    guard isatty(tty.input) == 1 else { throw .notATerminal(.input) }
    guard isatty(tty.output) == 1 else { throw .notATerminal(.output) }
    setlocale(LC_ALL, "")
    // Numbers are read and written by machines too.
    setlocale(LC_NUMERIC, "C")
    type = try TerminalType(named: environment["TERM"], output: tty.output)

    // Before ncurses changes the terminal's modes, because these are what a rescue returns to.
    let leaving = type.leaving
    guard reprise_rescue_arm(tty.output, leaving, leaving.count) == 0 else { throw .alreadyOpen }
    let signals = SignalActions.current
    guard let screen = reprise_open_screen(type.name) else {
      reprise_rescue_disarm()
      throw .unknownType(type.name)
    }
    signals.restore()
    self.screen = screen

    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let hasColours = !isPlain && type.hasColours && Self.startColours()
    let isUTF8 = String(cString: reprise_codeset()).uppercased() == "UTF-8"
    painter = Painter(theme: Theme(hasColours: hasColours), isASCII: options.isASCII || !isUTF8)
    input = Keyboard(tty: tty, waitsFor: environment["ESCDELAY"] == nil ? 25 : nil)
    size = Size(rows: Int(LINES_), columns: 0)
    setModes()
  }
}
