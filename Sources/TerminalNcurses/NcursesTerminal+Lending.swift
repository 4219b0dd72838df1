import Terminals

/// Lends the terminal's input to another program, while the last frame stays on the screen.
extension NcursesTerminal {
  /// Lends the input to another program: nothing is read until `takeBack`, and nothing painted
  /// except by `paintWhileLent`. The caller sets the terminal modes.
  public func lend() {
    guard phase == .shown, !isLent else { return }
    awaitAnswers(atMost: .milliseconds(400))
    tty.write(type.reportsOff)
    // A program that prompts on a line of its own does so above the bottom line. ncurses continues
    // from the saved cursor position.
    if type.followsXterm {
      tty.write(Array("\u{1B}7\u{1B}[\(max(1, size.rows - 1));1H".utf8))
    }
    reader.forget()
    isLent = true
  }

  /// Runs `paint`, in which `show` works although the terminal is lent. With `isAnew`, enters the
  /// alternate screen again and repaints every cell, because the other program has left it.
  public func paintWhileLent(isAnew: Bool, _ paint: () -> Void) {
    guard isLent else { return }
    paintsWhileLent = true
    defer { paintsWhileLent = false }
    if type.followsXterm { tty.write(Array("\u{1B}8".utf8)) }
    if isAnew { enterSecondScreen() }
    paint()
  }

  /// Takes the input back; the next `show` repaints every cell. The caller must have restored the
  /// terminal modes. Pass `isAnew` if the other program has left the alternate screen.
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
