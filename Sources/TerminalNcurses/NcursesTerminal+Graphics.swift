import Foundation
import Terminals

extension NcursesTerminal {
  /// Queries the terminal's image support, once. The reply arrives among the keys, if at all.
  ///
  /// Called only when an image is to be shown, because a late reply ends up as input of the shell.
  public func askForGraphics() {
    guard phase == .shown, askedAt == nil, let inquiry else { return }
    let now = ContinuousClock.Instant.now
    reader.listen(for: inquiry, until: now + Self.patience)
    askedAt = now
    tty.write(inquiry.question)
    // The terminal may have printed the query.
    invalidate()
  }

  /// The time for a reply to begin, and to continue after each part of it.
  private static let patience = Duration.seconds(2)

  func takeAnswers() -> Bool {
    guard let inquiry = reader.inquiry else { return false }
    let answered = inquiry.graphics(cell: tty.cellSize)
    guard answered != graphics else { return false }
    // A killed process may have left its images.
    if graphics == nil, answered == .kitty { tty.write(ImageSequences.deleteAll) }
    graphics = answered
    return true
  }

  /// Waits for outstanding replies and the rest of other strings, before another program reads
  /// them.
  ///
  /// Waits up to two seconds after the query, extended while parts arrive over a slow connection,
  /// and at most `limit`. With a terminal that doesn't reply, only a user who quits within these
  /// two seconds notices.
  ///
  /// - Parameter limit: The maximum time, shorter if another program needs the terminal now.
  func awaitAnswers(atMost limit: Duration = .seconds(10)) {
    guard tty.isInForeground else { return }
    let last = ContinuousClock.now + limit
    var deadline = max(askedAt ?? .now, .now - Self.patience) + Self.patience
    if reader.inquiry?.isOver != false { deadline = .now + .seconds(1) }
    while reader.isUnfinished, !tty.isHungUp, tty.waitForInput(until: min(deadline, last)) {
      _ = reader.readEvents()
      deadline = max(deadline, .now + .seconds(1))
    }
    // Don't leave part of a reply to the next program.
    if reader.isUnfinished { tcflush(tty.input, TCIFLUSH) }
  }
}
