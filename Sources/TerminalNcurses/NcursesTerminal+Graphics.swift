import Foundation
import Terminals

extension NcursesTerminal {
  /// Asks the terminal which images it takes. The answer comes among the keys, if it comes.
  func askForGraphics(_ environment: [String: String], isASCII: Bool) {
    guard !isASCII, type.followsXterm,
      let inquiry = GraphicsInquiry(type: type.name, environment: environment)
    else { return }
    reader.listen(for: inquiry)
    askedAt = .now
    tty.write(inquiry.question)
  }

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

  /// Waits for an answer that is still to come, so that the next program doesn't get it for something typed: up to a second after the
  /// question, since a line over ssh may take a third of it there and back.
  ///
  /// A terminal that doesn't answer costs the rest of this second, and only the person who leaves within it.
  func awaitAnswers(atMost patience: Duration = .seconds(1)) {
    guard let asked = askedAt, reader.inquiry?.isOver == false, tty.isInForeground else { return }
    let deadline = asked + patience
    while reader.inquiry?.isOver == false, !tty.isHungUp, tty.waitForInput(until: deadline) {
      while reader.next() != nil {}
    }
    // What has come of an answer is nobody's.
    if reader.inquiry?.isOver == false { tcflush(tty.input, TCIFLUSH) }
  }
}
