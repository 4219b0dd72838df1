import CSystem
import Foundation
public import Terminals

extension NcursesTerminal {
  /// Returns the events since the last call, oldest first.
  ///
  /// Never blocks, except for ESCDELAY (25 ms) after a trailing Escape, which may begin a sequence.
  /// Call it again at `inputDeadline`.
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

  /// When to call `readEvents()` even without new input, because incomplete input times out then;
  /// `nil` if no input is incomplete.
  public var inputDeadline: ContinuousClock.Instant? { phase == .shown ? reader.deadline : nil }
}

extension NcursesTerminal {
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
}

extension NcursesTerminal {
  /// Reads the window's new size. Call this at SIGWINCH; `readEvents()` then returns a `.resize`.
  public func resized() {
    guard phase != .closed else { return }
    hasPendingResize = true
    if phase == .shown { updateSize() }
  }

  /// Whether this process is in the terminal's foreground. If not, `resume()` has to wait.
  public var isInForeground: Bool { tty.isInForeground }

  /// Whether the terminal is gone, because its window was closed or the connection lost.
  public var isHungUp: Bool { tty.isHungUp }

  /// Whether a write to the terminal would block: this process is in the foreground and the output
  /// buffer is full. Can be called from any thread; the main thread may be the one blocked.
  public nonisolated var isStalled: Bool { tty.isInForeground && tty.isFull }

  func updateSize() {
    let old = size
    size = screen.resize(to: tty.size)
    if updateGraphics() || size != old { hasPendingResize = true }
    // A terminal reflows its content, so the screen is unknown.
    invalidate()
  }
}

extension NcursesTerminal {
  /// Queries the terminal's image support, once. The reply arrives among the keys, if at all.
  ///
  /// Called only when an image is to be shown, because a late reply ends up as input of the shell.
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
}

extension NcursesTerminal {
  /// Copies text to the terminal's clipboard, if the terminal type supports it.
  ///
  /// Text over 100,000 bytes isn't sent, because terminals truncate or ignore it.
  @discardableResult public func copy(_ text: String) -> CopyResult {
    guard clipboard != .none else { return .impossible(type.name) }
    guard let bytes = ClipboardText.sequence(for: text) else { return .tooLong }
    guard phase == .shown else { return .notShown }
    tty.write(bytes)
    return clipboard == .certain ? .copied : .unsure(type.name)
  }
}
