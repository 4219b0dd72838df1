import Foundation
import Terminals

extension NcursesTerminal {
  /// Asks the terminal which images it takes, unless it was asked before. The answer comes among the keys, if it comes.
  ///
  /// It isn't asked without need: an answer that comes too late is typed into the shell.
  public func askForGraphics() {
    guard phase == .shown, askedAt == nil, let inquiry else { return }
    let now = ContinuousClock.Instant.now
    reader.listen(for: inquiry, until: now + Self.patience)
    askedAt = now
    tty.write(inquiry.question)
    // It may have shown the question.
    invalidate()
  }

  /// The time that a terminal has to begin its answer, and to go on with it after each piece of it.
  private static let patience = Duration.seconds(2)

  /// Takes note of what the terminal has answered. Returns true if it takes images in another way than was known.
  func takeAnswers() -> Bool {
    guard let inquiry = reader.inquiry else { return false }
    let answered = inquiry.graphics(cell: tty.cellSize)
    guard answered != graphics else { return false }
    // A process that was killed has left its images.
    if graphics == nil, answered == .kitty { tty.write(ImageSequences.deleteAll) }
    graphics = answered
    return true
  }

  /// Waits for an answer that is still to come, and for the rest of any other string, so that the next program doesn't get it for
  /// something typed: up to two seconds after the question or the last piece, since a line may be slow, and ten in all.
  ///
  /// A terminal that doesn't answer costs the rest of these two seconds, and only the user who leaves within them.
  ///
  /// - Parameter limit: The most time, for a program that needs the terminal now.
  func awaitAnswers(atMost limit: Duration = .seconds(10)) {
    guard tty.isInForeground else { return }
    let last = ContinuousClock.now + limit
    var deadline = max(askedAt ?? .now, .now - Self.patience) + Self.patience
    if reader.inquiry?.isOver != false { deadline = .now + .seconds(1) }
    while reader.isUnfinished, !tty.isHungUp, tty.waitForInput(until: min(deadline, last)) {
      _ = reader.readEvents()
      deadline = max(deadline, .now + .seconds(1))
    }
    // What has come of an answer is no other program's.
    if reader.isUnfinished { tcflush(tty.input, TCIFLUSH) }
  }
}
