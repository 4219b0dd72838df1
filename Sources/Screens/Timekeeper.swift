import Foundation
public import Values

/// What time it is, and a way to wait for later: the system's, or one that a test moves by hand (`ManualTime`, in RepriseTesting).
public struct Timekeeper: Sendable {
  /// Seconds since 1970.
  public let now: @Sendable () -> Int
  /// Returns after so many seconds. Throws if its task is cancelled before.
  public let wait: @Sendable (Int) async throws -> Void
  /// Where the person is, for clock times.
  public let zone: Zone

  public init(
    zone: Zone = .local, now: @escaping @Sendable () -> Int,
    wait: @escaping @Sendable (Int) async throws -> Void
  ) {
    self.zone = zone
    self.now = now
    self.wait = wait
  }

  public static let system = Timekeeper(
    now: {
      // The clock that files and `Date` go by. `time` lags behind it by up to a tick, so that for a few milliseconds of each second
      // what is asked for after something was saved would seem as old as that.
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return time.tv_sec
    }, wait: { try await Task.sleep(for: .seconds($0)) })

  /// Seconds since the machine was started, those included for which it slept. Nobody sets this clock back.
  public static let sinceStart = Timekeeper(
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
