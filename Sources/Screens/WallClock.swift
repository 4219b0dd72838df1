public import Core
import Foundation

/// A wall clock and a way to sleep: the system's, or one that a test controls (`TestClock`, in
/// RepriseTesting).
public struct WallClock: Sendable {
  /// Returns the time in seconds since 1970; for `sinceStart`, since the machine booted.
  public let now: @Sendable () -> Int
  /// Sleeps for a number of seconds. Throws if its task is cancelled.
  public let wait: @Sendable (Int) async throws -> Void
  /// The user's time zone.
  public let zone: Zone

  /// Creates a clock from a time source and a sleep function.
  /// ```swift
  /// let noon = WallClock(zone: .utc, now: { 43_200 }, wait: { _ in })
  /// ```
  public init(
    zone: Zone = .local, now: @escaping @Sendable () -> Int,
    wait: @escaping @Sendable (Int) async throws -> Void
  ) {
    self.zone = zone
    self.now = now
    self.wait = wait
  }

  /// The system's clock, in the local time zone.
  public static let system = WallClock(
    now: {
      // The clock that files and `Date` use. `time` lags behind it by up to a tick, so that for a
      // few milliseconds of each second a request made after a file was saved would seem no newer
      // than the file.
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return time.tv_sec
    }, wait: { try await Task.sleep(for: .seconds($0)) })

  /// A monotonic clock: seconds since the machine booted, including sleep.
  public static let sinceStart = WallClock(
    now: {
      var time = timespec()
      #if os(Linux)
        clock_gettime(CLOCK_BOOTTIME, &time)
      #else
        // Darwin's includes the time that the machine sleeps.
        clock_gettime(CLOCK_MONOTONIC, &time)
      #endif
      return time.tv_sec
    }, wait: { try await Task.sleep(for: .seconds($0), clock: .continuous) })
}

/// A timer for the next refresh. After firing it stays due until it is set or cleared.
@MainActor final class RefreshAlarm {
  private let time: WallClock
  private(set) var waiting: Task<Void, Never>?
  private(set) var isDue = false
  /// When the timer fires, in seconds since 1970; `nil` if it isn't set.
  private(set) var due: Int?

  init(_ time: WallClock) { self.time = time }

  deinit { waiting?.cancel() }

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
