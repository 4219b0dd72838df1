import CNcurses
import CSystem
public import FoundationEssentials
import Glibc
public import Terminals

/// The process's controlling terminal, driven by ncurses.
///
/// `init` takes over the terminal, and `close()` restores it to its original state. If the process
/// exits or crashes without closing, `CSystem` restores it. Text written to stderr meanwhile is
/// shown afterwards.
///
/// ncurses handles no signals; the owner does. Call `resized()` at SIGWINCH, `suspend()` before
/// stopping, `resume()` when continued, and `close()` before exit.
@MainActor public final class NcursesTerminal: Terminal {
  enum Phase {
    case shown, suspended, closed
  }

  /// The size of the terminal's window in cells.
  public internal(set) var size: Size
  /// The protocol in which the terminal accepts images; `nil` if it accepts none, or if this isn't
  /// known yet.
  public internal(set) var graphics: Graphics?
  /// The file descriptor from which the terminal's input is read. When it is readable, call
  /// `readEvents()`.
  public var inputDescriptor: Int32 { tty.input }

  let tty: TTY
  let type: TerminalType
  let clipboard: ClipboardAccess
  let screen: NcursesScreen
  var reader: EventReader
  var painter: Painter
  var phase = Phase.shown
  var isLent = false
  var paintsWhileLent = false
  /// The frame on the screen, or `nil` if the screen's content is unknown.
  var shownFrame: Frame?
  var images = ImagePainter()
  /// The query for image support, or `nil` if images are off or the terminal would print the query.
  let inquiry: GraphicsQuery?
  var queriedAt: ContinuousClock.Instant?
  /// Whether mouse events are reported if the terminal has a mouse. If not, the terminal uses the
  /// mouse to select text.
  public private(set) var takesMouse: Bool
  var hasPendingResize = false

  /// Takes over the terminal at standard input and output. Throws `TerminalError` if it can't be
  /// opened.
  ///
  ///     let terminal = try NcursesTerminal(options: .init(isASCII: true))
  ///
  /// - Parameters:
  ///   - options: Whether to use only ASCII, which background to assume, and whether to report
  ///     mouse events.
  ///   - environment: The terminal type (TERM), whether to avoid colours (NO_COLOR), the background
  ///     (COLORFGBG), and how long to wait for the rest of an escape sequence (ESCDELAY, in ms).
  ///     The locale is always the process's own.
  public init(
    options: Options = Options(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TerminalError) {
    tty = TTY(input: STDIN_FILENO, output: STDOUT_FILENO)
    guard isatty(tty.input) == 1 else { throw .notATerminal(.input) }
    guard isatty(tty.output) == 1 else { throw .notATerminal(.output) }
    LocaleNames(ProcessInfo.processInfo.environment).apply()
    type = try TerminalType(named: environment["TERM"], output: tty.output)
    clipboard = ClipboardAccess(
      type: type.name, hasCapability: type.hasClipboard, followsXterm: type.followsXterm,
      environment: environment)

    // Before ncurses changes the terminal modes, because the rescue restores the current ones.
    try type.armRescue(of: tty)
    guard let screen = NcursesScreen(type: type, tty: tty) else {
      reprise_rescue_disarm()
      throw .noScreen(type.name)
    }
    self.screen = screen
    // 25 ms distinguish Escape from a sequence. For a slow connection the user sets ESCDELAY.
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
      ? nil : GraphicsQuery(type: type.name, environment: environment)
    size = screen.resize(to: tty.size)
    takesMouse = options.takesMouse
    tty.write(reportsOn)
  }

  /// Restores the terminal to its original state, for example before the process exits. Later calls
  /// have no effect on the terminal.
  public func close() {
    leave()
    if phase != .closed { screen.free() }
    phase = .closed
  }

  /// Restores the terminal to its original state until `resume()`. Call it before the process stops
  /// itself, for example after Ctrl-Z.
  ///
  /// Ctrl-Z arrives as a key. To stop, send SIGTSTP with its default action first to the job
  /// (`kill(0, SIGTSTP)`) and then to the calling thread (`raise`). After `kill` alone, the thread
  /// may briefly continue and resume too soon. Don't send SIGSTOP: without a shell that can
  /// continue the process, it would stop forever.
  public func suspend() {
    guard phase == .shown else { return }
    isLent = false
    leave()
    reader.forget()
  }

  /// Takes over the terminal again, after `suspend()` or a SIGSTOP. The next `show` repaints every
  /// cell.
  ///
  /// Call it only when `isInForeground` is true. In the background, the signal SIGTTOU would stop
  /// the process.
  public func resume() {
    guard phase != .closed else { return }
    if phase == .suspended {
      screen.noteModesAsFound()
      // A process that can't be rescued any more should still show its frame.
      try? type.armRescue(of: tty)
    }
    // Another program may have changed what ncurses relies on: character set, origin, wrapping.
    if phase == .suspended, type.followsXterm { tty.write(Self.plainWriting) }
    phase = .shown
    updateSize()
    screen.enter()
    tty.write(reportsOn)
    reader.resume()
  }

  private var reportsOn: [UInt8] { (takesMouse ? type.mouseOn : []) + type.otherReportsOn }

  /// Switches between reporting mouse events and leaving the mouse to the terminal. Returns `true`
  /// if mouse events are now reported, `false` if not. Returns `nil` and does nothing if there is
  /// no mouse, or while the terminal is suspended or closed.
  public func toggleMouse() -> Bool? {
    guard hasMouse, phase == .shown else { return nil }
    takesMouse.toggle()
    tty.write(takesMouse ? type.mouseOn : type.mouseOff)
    return takesMouse
  }

  /// Whether this type of terminal can report mouse events.
  public var hasMouse: Bool { type.hasMouse }

  /// ASCII letters (G0, shift in), wrapping, no insert mode, and the keypad mode that ncurses
  /// assumes. ncurses itself sets the origin and scroll region on the alternate screen: set here,
  /// they would move the cursor, and the shell would continue at the top of its earlier output.
  private static let plainWriting =
    Array("\u{1B}(B\u{0F}\u{1B}[?7h\u{1B}[4l\u{1B}[?1h\u{1B}=".utf8)

  /// Prepares the terminal for a process that replaces this one by `exec`. The frame stays visible,
  /// and keys that the user types meanwhile aren't echoed.
  ///
  /// Returns the original terminal modes. The new process must pass them to `restoreModes` before
  /// it opens the terminal. If the replacement fails, call `resume()`.
  public func handOn() -> [UInt8] {
    isLent = false
    leave(keepsFrame: true)
    return screen.shellModes(of: tty)
  }

  /// Restores the original terminal modes in a process that has replaced another one. Call it
  /// before opening the terminal, with the bytes that `handOn` returned in the replaced process.
  public static func restoreModes(_ bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<termios>.size else { return }
    var modes = bytes.withUnsafeBytes { $0.loadUnaligned(as: termios.self) }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  private func leave(keepsFrame: Bool = false) {
    guard phase == .shown else { return }
    awaitReports()
    if graphics == .kitty, !images.isEmpty { tty.write(ImageSequences.deleteAll) }
    images.forget()
    tty.write(type.reportsOff)
    if !keepsFrame { screen.leave() }
    reprise_rescue_disarm()
    phase = .suspended
  }
}

extension NcursesTerminal {
  /// The options with which `NcursesTerminal` opens the terminal.
  public struct Options: Hashable, Sendable {
    /// Whether to show only ASCII characters and no images, even if the locale's encoding has other
    /// characters.
    public var isASCII: Bool
    /// The brightness of the terminal's background, for which colours are chosen; `nil` to detect
    /// it from the environment.
    public var background: TerminalBackground?
    /// Whether to report mouse events. If not, the terminal uses the mouse to select text.
    public var takesMouse: Bool

    /// Creates options for opening the terminal. By default, all characters of the locale are
    /// shown, the background is detected, and mouse events are reported.
    ///
    ///     NcursesTerminal.Options(isASCII: true)
    public init(
      isASCII: Bool = false, background: TerminalBackground? = nil, takesMouse: Bool = true
    ) {
      self.background = background
      self.isASCII = isASCII
      self.takesMouse = takesMouse
    }
  }
}

extension NcursesTerminal {
  /// Leaves the terminal to another program. Until `takeBack`, no input is read, and frames are
  /// painted only in `paintWhileLent`. The caller must set the terminal modes for the other
  /// program.
  public func lend() {
    guard phase == .shown, !isLent else { return }
    awaitReports(atMost: .milliseconds(400))
    tty.write(type.reportsOff)
    // A program that prompts on a line of its own does so above the bottom line. ncurses continues
    // from the saved cursor position.
    if type.followsXterm {
      tty.write(Array("\u{1B}7\u{1B}[\(max(1, size.rows - 1));1H".utf8))
    }
    reader.forget()
    isLent = true
  }

  /// Calls a closure that may show frames while the terminal is lent to another program.
  ///
  /// - Parameters:
  ///   - needsRepaint: Whether the other program has left the alternate screen. The terminal then
  ///     enters it again and repaints every cell.
  ///   - paint: The closure, in which `show` has an effect.
  public func paintWhileLent(needsRepaint: Bool, _ paint: () -> Void) {
    guard isLent else { return }
    paintsWhileLent = true
    defer { paintsWhileLent = false }
    if type.followsXterm { tty.write(Array("\u{1B}8".utf8)) }
    if needsRepaint { enterSecondScreen() }
    paint()
  }

  /// Reads input and paints again after `lend`. The caller must have restored the terminal modes.
  /// The next `show` repaints every cell.
  ///
  /// - Parameter needsRepaint: Whether the other program has left the alternate screen, so that it
  ///   must be entered again.
  public func takeBack(needsRepaint: Bool) {
    guard isLent else { return }
    isLent = false
    if needsRepaint { enterSecondScreen() }
    resume()
  }

  private func enterSecondScreen() {
    tty.write(type.enterSequence)
    invalidate()
  }
}

/// The character encoding named by the environment's locale.
struct LocaleNames {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// Whether the locale's name says UTF-8: `it_IT.UTF-8`, `de_DE.utf8@euro`, a Mac's `UTF-8`.
  var areUTF8: Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    let codeset = name?.uppercased().replacing("-", with: "") ?? ""
    return codeset.contains("UTF8")
  }

  /// Sets the process's locale. If the locale isn't installed here, for example because ssh passed
  /// it on from another host, UTF-8 is still used if its name says so.
  func apply() {
    if setlocale(LC_ALL, "") == nil, areUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
    // Numbers must stay machine-readable.
    setlocale(LC_NUMERIC, "C")
  }
}
