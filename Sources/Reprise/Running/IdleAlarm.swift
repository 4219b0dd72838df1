import Screens

/// Calls `ring` after a time without input. Whether time during which the process or machine sleeps
/// counts depends on `time`.
@MainActor final class IdleAlarm {
  private let time: WallClock
  private let limit: Int
  private let ring: @MainActor () -> Void
  private var last: Int
  private(set) var waiting: Task<Void, Never>?

  /// - Parameter limit: The time without input, in seconds.
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

  /// Whether the limit has passed. The alarm itself may be late if the process was stopped or the
  /// machine slept.
  var isOver: Bool { rest <= 0 }

  func touch() { last = time.now() }
}
