/// An alarm that rings when what is shown should be loaded anew, and stays due until that is done.
@MainActor final class RefreshAlarm {
  private let time: WallClock
  /// The task that waits for the alarm's time; nil if none is set.
  private(set) var waiting: Task<Void, Never>?
  private(set) var isDue = false
  /// The moment at which the alarm rings, in seconds since 1970; nil if none is set.
  private(set) var due: Int?

  init(_ time: WallClock) { self.time = time }

  deinit { waiting?.cancel() }

  /// Sets the alarm to ring once after so many seconds, in place of the time set before.
  func set(
    after seconds: Int, due: Int? = nil, ring: @escaping @MainActor () -> Void
  ) {
    clear()
    self.due = due ?? time.now() + seconds
    waiting = Task { [time, weak self] in
      do { try await time.wait(seconds) } catch { return }
      guard !Task.isCancelled else { return }
      self?.waiting = nil
      self?.due = nil
      self?.isDue = true
      ring()
    }
  }

  func clear() {
    waiting?.cancel()
    waiting = nil
    due = nil
    isDue = false
  }
}
