import Terminals

extension NcursesTerminal {
  /// Takes note of the window's new size: called at SIGWINCH. The next `readEvents()` tells of it, once.
  public func resized() {
    guard phase != .closed else { return }
    isResizeUntold = true
    if phase == .shown { updateSize() }
  }

  /// True if the shell has given this process the terminal. If it hasn't, `resume()` has to wait.
  public var isInForeground: Bool { tty.isInForeground }

  /// True if the terminal is gone, so that nothing will ever be read again: the window closed, the line dropped.
  public var isHungUp: Bool { tty.isHungUp }

  /// True if this process has the terminal and nobody reads what it writes there, as when a line stands still: then whoever writes waits.
  /// To be asked on any thread, because the main one may be who waits.
  public nonisolated var isStalled: Bool { tty.isInForeground && tty.isFull }

  func updateSize() {
    let old = size
    size = screen.resize(to: tty.size)
    if takeAnswers() || size != old { isResizeUntold = true }
    // A terminal reflows what it showed, so nothing is known any more.
    invalidate()
  }
}
