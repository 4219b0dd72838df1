import CSystem
import Glibc
public import Terminals

extension NcursesTerminal {
  /// Returns the events that have occurred since the last call, oldest first. Call it when
  /// `inputDescriptor` is readable and at `inputDeadline`.
  ///
  /// It blocks only while incomplete input times out within 100 ms. For example, after a trailing
  /// Escape, which may begin an escape sequence, it waits for the rest, by default up to 25 ms
  /// (ESCDELAY).
  public func readEvents() -> [Event] {
    var events: [Event] = []
    if hasPendingResize {
      hasPendingResize = false
      events.append(.resize(size))
    }
    guard phase == .shown, !isLent else { return events }
    // The main actor may have moved to another thread.
    reprise_rescue_cover_thread()
    events += reader.readEvents()
    if updateGraphics() { events.append(.resize(size)) }
    return events
  }

  /// The time at which incomplete input, such as the beginning of an escape sequence, times out.
  /// Call `readEvents()` then even if there is no new input. `nil` if no input is incomplete, or
  /// while the terminal is suspended or closed.
  public var inputDeadline: ContinuousClock.Instant? { phase == .shown ? reader.deadline : nil }

  public func show(_ frame: Frame) {
    guard phase == .shown, !isLent || paintsWhileLent else { return }
    let frame = frame.clipped(to: size).shown(by: graphics)
    let rows = frame.changedRows(since: shownFrame)
    let change = change(of: frame.images, painting: rows)
    if !change.isEmpty { tty.write(ImageSequences.updateStart + change.deleting) }
    for row in rows {
      for columns in frame.changedColumns(ofRow: row, since: shownFrame) {
        painter.paint(frame, row: row, columns: columns)
      }
    }
    for row in change.erased { screen.forget(row: row) }
    screen.placeCursor(frame.cursor)
    screen.refresh()
    if !change.isEmpty { tty.write(change.showing + ImageSequences.updateEnd) }
    shownFrame = frame
  }

  private func change(of images: [PlacedImage], painting rows: [Int]) -> ImagePainter.Change {
    guard let graphics else { return ImagePainter.Change() }
    return self.images.change(
      to: images, by: graphics, painted: shownFrame == nil ? nil : Set(rows))
  }

  public func invalidate() {
    guard phase == .shown else { return }
    shownFrame = nil
    screen.forget()
  }

  /// Reads the window's new size. Call it after the signal SIGWINCH. The next `readEvents()` then
  /// includes a `.resize`.
  public func resized() {
    guard phase != .closed else { return }
    hasPendingResize = true
    if phase == .shown { updateSize() }
  }

  /// Whether this process is in the terminal's foreground process group. Don't call `resume()`
  /// before it is, because that would stop the process.
  public var isInForeground: Bool { tty.isInForeground }

  /// Whether the terminal no longer exists, because its window was closed or the connection was
  /// lost.
  public var isHungUp: Bool { tty.isHungUp }

  /// Whether a write to the terminal would block, because its output buffer is full while this
  /// process is in the foreground. It can be read from any thread, even if the main thread is
  /// blocked.
  public nonisolated var isStalled: Bool { tty.isInForeground && tty.isFull }

  func updateSize() {
    let old = size
    size = screen.resize(to: tty.size)
    if updateGraphics() || size != old { hasPendingResize = true }
    // A terminal reflows its content, so the screen is unknown.
    invalidate()
  }

  /// Asks the terminal whether it supports images. Only the first call has an effect. The
  /// terminal's reply, if any, arrives with the input, and `graphics` is then set.
  ///
  /// Call it only when an image is to be shown, because a reply that arrives after the application
  /// has ended becomes input of the shell.
  public func queryGraphics() {
    guard phase == .shown, queriedAt == nil, let inquiry else { return }
    let now = ContinuousClock.Instant.now
    reader.listen(for: inquiry, until: now + Self.patience)
    queriedAt = now
    tty.write(inquiry.query)
    // The terminal may have printed the query.
    invalidate()
  }

  /// The time for a reply to begin, and to continue after each part of it.
  private static let patience = Duration.seconds(2)

  func updateGraphics() -> Bool {
    guard let inquiry = reader.inquiry else { return false }
    let reported = inquiry.graphics(cell: tty.cellSize)
    guard reported != graphics else { return false }
    // A killed process may have left its images.
    if graphics == nil, reported == .kitty { tty.write(ImageSequences.deleteAll) }
    graphics = reported
    return true
  }

  /// Waits for outstanding replies before another program reads them: up to two seconds after the
  /// query, extended while parts arrive over a slow connection, and at most `limit`. With a
  /// terminal that doesn't reply, only a user who quits within these two seconds notices.
  func awaitReports(atMost limit: Duration = .seconds(10)) {
    guard tty.isInForeground else { return }
    let last = ContinuousClock.now + limit
    var deadline = max(queriedAt ?? .now, .now - Self.patience) + Self.patience
    if reader.inquiry?.isOver != false { deadline = .now + .seconds(1) }
    while reader.isUnfinished, !tty.isHungUp, tty.waitForInput(until: min(deadline, last)) {
      _ = reader.readEvents()
      deadline = max(deadline, .now + .seconds(1))
    }
    // Don't leave part of a reply to the next program.
    if reader.isUnfinished { tcflush(tty.input, TCIFLUSH) }
  }

  /// Copies text to the terminal's clipboard, if the terminal type supports it.
  ///
  /// Text over 100,000 bytes isn't sent, because terminals may not accept it.
  @discardableResult public func copy(_ text: String) -> CopyResult {
    guard clipboard != .none else { return .impossible(type.name) }
    guard let bytes = ClipboardText.sequence(for: text) else { return .tooLong }
    guard phase == .shown else { return .notShown }
    tty.write(bytes)
    return clipboard == .certain ? .copied : .unsure(type.name)
  }
}
