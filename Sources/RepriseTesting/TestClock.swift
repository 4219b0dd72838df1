import Core
public import Screens
import Synchronization

/// A test clock that advances only when the test advances it.
///
///     let time = TestClock()
///     let session = try await TestSession(application, time: time)
///     await session.pass(seconds: 30)
public final class TestClock: Sendable {
  private struct Waiter {
    let timestamp: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Int
    var waiters: [Int: Waiter] = [:]
    var nextNumber = 0
  }

  private let state: Mutex<State>

  /// Creates a test clock that starts at a time, in seconds since 1970. By default 0.
  public init(at now: Int = 0) { state = Mutex(State(now: now)) }

  /// A wall clock that returns this clock's time. Pass it to the code under test.
  public var wallClock: WallClock {
    WallClock(
      zone: .utc, now: { self.state.withLock { $0.now } }, wait: { try await self.wait($0) })
  }

  /// The number of tasks that wait until the clock reaches a certain time.
  public var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Advances the clock and wakes the tasks whose waiting time has passed. Returns the number of
  /// these tasks.
  @discardableResult public func pass(seconds: Int) -> Int {
    let woken = state.withLock { state in
      state.now += seconds
      let due = state.waiters.filter { $0.value.timestamp <= state.now }
      for number in due.keys { state.waiters[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
    return woken.count
  }

  private func wait(_ seconds: Int) async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if Task.isCancelled { return true }
          state.waiters[number] = Waiter(
            timestamp: state.now + seconds, continuation: continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension WallClock {
  /// A wall clock that always returns 0.
  public static var stopped: WallClock { stopped(at: 0) }

  /// Returns a wall clock that always returns the same time, in seconds since 1970.
  public static func stopped(at timestamp: Int) -> WallClock {
    TestClock(at: timestamp).wallClock
  }
}
