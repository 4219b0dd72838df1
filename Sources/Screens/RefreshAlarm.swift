/// A timer for the next refresh. After firing it stays due until it is set or cleared.
@MainActor final class RefreshAlarm {
  private let time: WallClock
  private(set) var waiting: Task<Void, Never>?
  private(set) var isDue = false
  /// When the timer fires, in seconds since 1970; `nil` if it isn't set.
  private(set) var due: Int?

  init(_ time: WallClock) { self.time = time }

  deinit { waiting?.cancel() }

  /// Sets the timer to fire once, replacing the previous setting.
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
