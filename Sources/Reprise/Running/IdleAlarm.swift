import Screens

/// Rings when nobody has touched a key for a while. Time in which the process or the machine sleeps counts, if `time` counts it.
@MainActor final class IdleAlarm {
  private let time: WallClock
  private let limit: Int
  private let ring: @MainActor () -> Void
  private var last: Int
  private(set) var waiting: Task<Void, Never>?

  /// - Parameter limit: The time without a key, in seconds.
  init(_ time: WallClock, limit: Int, ring: @escaping @MainActor () -> Void) {
    self.time = time
    self.limit = limit
    self.ring = ring
    last = time.now()
    waiting = Task { [weak self] in
      while !Task.isCancelled, let rest = self?.rest, rest > 0 { try? await time.wait(rest) }
      guard !Task.isCancelled else { return }
      self?.ring()
    }
  }

  deinit { waiting?.cancel() }

  /// The seconds until the alarm rings.
  private var rest: Int { last + limit - time.now() }

  /// True if the alarm should have rung: a process that was stopped, or a machine that slept, hears nothing.
  var isOver: Bool { rest <= 0 }

  func touch() { last = time.now() }
}
