import Terminals

/// The terminal while another program reads its keys, with the picture as it is.
extension NcursesTerminal {
  /// Leaves the keys to another program: from now on nothing is read or painted, but by
  /// `paintWhileLent`. The modes are the caller's part.
  public func lend() {
    guard phase == .shown, !isLent else { return }
    awaitAnswers(atMost: .milliseconds(400))
    tty.write(type.reportsOff)
    // A program that asks in a line of its own does it above the bottom line. ncurses goes on from
    // where it was.
    if type.followsXterm {
      tty.write(Array("\u{1B}7\u{1B}[\(max(1, size.rows - 1));1H".utf8))
    }
    reader.forget()
    isLent = true
  }

  /// Lets `paint` show a frame while the terminal is lent; every cell of it if the other program
  /// has left a screen of its own.
  public func paintWhileLent(isAnew: Bool, _ paint: () -> Void) {
    guard isLent else { return }
    paintsWhileLent = true
    defer { paintsWhileLent = false }
    if type.followsXterm { tty.write(Array("\u{1B}8".utf8)) }
    if isAnew { enterSecondScreen() }
    paint()
  }

  /// Takes the keys back, whatever has become of the screen: the next `show` paints every cell.
  /// Called once the modes are as they were before. `isAnew` as above.
  public func takeBack(isAnew: Bool) {
    guard isLent else { return }
    isLent = false
    if isAnew { enterSecondScreen() }
    resume()
  }

  private func enterSecondScreen() {
    tty.write(type.entering)
    invalidate()
  }
}
