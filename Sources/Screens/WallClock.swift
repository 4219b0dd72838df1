public import Core
import FoundationEssentials
import Glibc

/// A source of the current time with a function to sleep. Use `system` in an application, and
/// `TestClock` (in RepriseTesting) in a test that controls the time.
public struct WallClock: Sendable {
  /// Returns the current time in seconds since 1970. For the clock `sinceStart`, returns the
  /// seconds since the machine booted.
  public let now: @Sendable () -> Int
  /// Sleeps for a number of seconds. Throws if the calling task is cancelled.
  public let wait: @Sendable (Int) async throws -> Void
  /// The time zone in which times are shown to the user.
  public let zone: Zone

  /// Creates a clock from functions that return the time and sleep, for example for a test:
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
    // The clock of files. `time` lags behind it by up to a tick, so that a request made just after
    // a file was saved could seem no newer than the file.
    now: { Int(Date().timeIntervalSince1970) },
    wait: { try await Task.sleep(for: .seconds($0)) })

  /// A clock that counts the seconds since the machine booted, including the time when it was
  /// asleep. It never goes back when the system's time is set.
  public static let sinceStart = WallClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
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
