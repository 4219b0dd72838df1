import Foundation
public import Values

/// A clock, and a way to wait for later: the system's, or one that a test moves by hand (`TestClock`, in RepriseTesting).
public struct WallClock: Sendable {
  /// Returns the time, in seconds since 1970; for `sinceStart`, since the machine was started.
  public let now: @Sendable () -> Int
  /// Waits for so many seconds. Throws if its task is cancelled before.
  public let wait: @Sendable (Int) async throws -> Void
  /// The time zone of the person, for clock times.
  public let zone: Zone

  /// Creates a timekeeper from a clock and a way to wait.
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
      // The clock that files and `Date` go by. `time` lags behind it by up to a tick, so that for a few milliseconds of each second
      // what is asked for after something was saved would seem as old as that.
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return time.tv_sec
    }, wait: { try await Task.sleep(for: .seconds($0)) })

  /// A clock that counts seconds since the machine was started, those included for which it slept. Nobody sets it back.
  public static let sinceStart = WallClock(
    now: {
      var time = timespec()
      #if os(Linux)
        clock_gettime(CLOCK_BOOTTIME, &time)
      #else
        // Darwin's goes on while the machine sleeps.
        clock_gettime(CLOCK_MONOTONIC, &time)
      #endif
      return time.tv_sec
    }, wait: { try await Task.sleep(for: .seconds($0), clock: .continuous) })
}
