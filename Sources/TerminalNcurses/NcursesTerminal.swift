import CNcurses
import CRescue
public import Foundation
public import Terminals

/// The terminal a person sits at, by way of ncurses.
///
/// `init` takes the terminal, and `close()` gives it back exactly as found. A process that ends
/// without closing, by `exit` or a crash, gives it back too: `CRescue` sees to that. Text written to stderr
/// meanwhile is shown afterwards.
///
/// Signals are the owner's business, and ncurses handles none. The owner calls `resized()` at SIGWINCH, `suspend()`
/// before it stops, `resume()` when it continues, and `close()` before it ends.
@MainActor public final class NcursesTerminal: Terminal {
  enum Phase {
    case shown, suspended, closed
  }

  /// The size of the window.
  public internal(set) var size: Size
  /// The protocol in which the terminal takes images; nil if it takes none, or hasn't answered yet.
  public internal(set) var graphics: Graphics?
  /// The descriptor on which keys arrive. When there is something to read, `readEvents()` has something to tell.
  public var inputDescriptor: Int32 { tty.input }

  let tty: TTY
  let type: TerminalType
  let clipboard: ClipboardAccess
  let screen: Screen
  var reader: EventReader
  var painter: Painter
  var phase = Phase.shown
  /// True while another program reads the keys.
  var isLent = false
  /// True while a frame is shown all the same.
  var paintsWhileLent = false
  /// The frame that a person sees; nil when that isn't known.
  var shownFrame: Frame?
  /// The images that a person sees.
  var images = ImagePainter()
  /// The question which images it takes; nil if it takes none, or would show the question.
  let inquiry: GraphicsInquiry?
  /// The moment at which the terminal was asked which images it takes; nil if it wasn't.
  var askedAt: ContinuousClock.Instant?
  /// True if the mouse is this process's; false if the terminal marks text with it.
  public private(set) var takesMouse: Bool
  /// True if the next `readEvents()` is to tell of a new size.
  var isResizeUntold = false

  /// Takes the terminal at standard input and output.
  ///
  ///     let terminal = try NcursesTerminal(options: .init(isASCII: true))
  ///
  /// `environment` names its type (TERM) and says whether colours are wanted (NO_COLOR) and on
  /// which background (COLORFGBG), and how long to wait for the rest of an escape sequence
  /// (ESCDELAY). The locale is the process's own.
  public init(
    options: Options = Options(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TerminalError) {
    tty = TTY(input: STDIN_FILENO, output: STDOUT_FILENO)
    guard isatty(tty.input) == 1 else { throw .notATerminal(.input) }
    guard isatty(tty.output) == 1 else { throw .notATerminal(.output) }
    LocaleNames(ProcessInfo.processInfo.environment).take()
    type = try TerminalType(named: environment["TERM"], output: tty.output)
    clipboard = ClipboardAccess(
      type: type.name, hasCapability: type.hasClipboard, followsXterm: type.followsXterm,
      environment: environment)

    // Before ncurses changes the terminal's modes, because these are what a rescue returns to.
    try type.armRescue(of: tty)
    guard let screen = Screen(type: type, tty: tty) else {
      reprise_rescue_disarm()
      throw .noScreen(type.name)
    }
    self.screen = screen
    // 25 ms tell Escape from a sequence on any line but a bad one; its user sets ESCDELAY.
    let escapeDelay = min(max(0, environment["ESCDELAY"].flatMap { Int($0) } ?? 25), 5_000)

    let wantsColours = (environment["NO_COLOR"] ?? "").isEmpty
    let theme =
      wantsColours && type.hasColours
      ? screen.startColours(
        on: options.background ?? TerminalBackground(environment: environment))
      : Theme(colourCount: 0, background: nil)
    let isUTF8 = String(cString: reprise_codeset()).uppercased() == "UTF-8"
    painter = Painter(theme: theme, isASCII: options.isASCII || !isUTF8)
    reader = EventReader(
      tty: tty, hasMouse: type.hasMouse, escapeDelay: .milliseconds(escapeDelay))
    inquiry =
      options.isASCII || !type.followsXterm
      ? nil : GraphicsInquiry(type: type.name, environment: environment)
    size = screen.resize(to: tty.size)
    takesMouse = options.takesMouse
    tty.write(reportsOn)
  }

  /// Gives the terminal back exactly as found. Closing again does nothing; nor do the other methods after it.
  public func close() {
    leave()
    if phase != .closed { screen.free() }
    phase = .closed
  }

  /// Leaves the terminal to others for a while: called before the process stops itself.
  ///
  /// Ctrl-Z comes as a key, not as a signal, because by that the process's job, a `make` that started it among them, would stop before this
  /// is done. To stop, send SIGTSTP to the job (`kill(0, SIGTSTP)`), and then to this thread (`raise`), its action being the default one: by
  /// the first alone this thread may run on for a moment, and resume too soon. SIGSTOP stops for ever where no shell could let it go on.
  public func suspend() {
    guard phase == .shown else { return }
    isLent = false
    leave()
    reader.forget()
  }

  /// Takes the terminal again, also after a stop that nobody announced (SIGSTOP). The next `show` paints every cell.
  ///
  /// In the background this stops the process, as it does any that touches the terminal from there (SIGTTOU).
  public func resume() {
    guard phase != .closed else { return }
    if phase == .suspended {
      screen.noteModesAsFound()
      // A process that can't be rescued any more is still better off with its picture.
      try? type.armRescue(of: tty)
    }
    // Another program may have left what ncurses takes for granted: letters as graphics, a place to write from, no wrapping.
    if phase == .suspended, type.followsXterm { tty.write(Self.plainWriting) }
    phase = .shown
    updateSize()
    screen.enter()
    tty.write(reportsOn)
    reader.resume()
  }

  private var reportsOn: [UInt8] { (takesMouse ? type.mouseOn : []) + type.otherReportsOn }

  /// Leaves the mouse to the terminal, or takes it again. Returns true if it is taken now; nil if there is none.
  public func toggleMouse() -> Bool? {
    guard hasMouse, phase == .shown else { return nil }
    takesMouse.toggle()
    tty.write(takesMouse ? type.mouseOn : type.mouseOff)
    return takesMouse
  }

  /// True if the terminal has a mouse.
  public var hasMouse: Bool { type.hasMouse }

  /// ASCII letters (G0, shift in), wrapping, no inserting, and the keypad as ncurses believes it to be. Where to write from and what scrolls
  /// ncurses sets on the second screen itself: set here, it would move the cursor, and the shell go on at the top of what it had written.
  private static let plainWriting =
    Array("\u{1B}(B\u{0F}\u{1B}[?7h\u{1B}[4l\u{1B}[?1h\u{1B}=".utf8)

  private func leave() {
    guard phase == .shown else { return }
    awaitAnswers()
    if graphics == .kitty, !images.isEmpty { tty.write(ImageSequences.deleteAll) }
    images.forget()
    tty.write(type.reportsOff)
    screen.leave()
    reprise_rescue_disarm()
    phase = .suspended
  }
}
