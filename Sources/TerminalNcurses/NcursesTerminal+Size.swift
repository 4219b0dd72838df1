import Terminals

extension NcursesTerminal {
  /// Reads the window's new size. Call this at SIGWINCH; `readEvents()` then returns a `.resize`.
  public func resized() {
    guard phase != .closed else { return }
    isResizeUntold = true
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
    if takeAnswers() || size != old { isResizeUntold = true }
    // A terminal reflows its content, so the screen is unknown.
    invalidate()
  }
}
