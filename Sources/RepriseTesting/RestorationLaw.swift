public import Restoration
public import Screens
public import Terminals

/// After which events the law is tested.
public enum LawMoment: Sendable {
  case everyEvent
}

/// What is done to an application while the law is tested.
public enum LawScript: Sendable {
  case events([Event])
  /// Random events of every kind, the same for the same seed.
  case random(seed: UInt64, count: Int)

  var events: [Event] {
    switch self {
    case .events(let events): events
    case .random(let seed, let count): RandomEvents(seed: seed).prefix(count).map(\.self)
    }
  }
}

/// Tests the restoration law: what a relaunched application shows is what it showed when it was killed.
///
/// The application is driven through the script. After every event a second one is started from the store, as after a kill, and must paint the
/// same cells and show the same cursor, the status line excepted. Throws `LawBroken`.
@MainActor public func assertRestorable<Route: AppRoute>(
  _ application: Application<Route>, size: Size = Size(rows: 24, columns: 80),
  store: any SnapshotStore = InMemorySnapshotStore(), after moment: LawMoment = .everyEvent,
  script: LawScript
) async throws {
  let session = try await TestSession(application, size: size, store: store)
  for (number, event) in script.events.enumerated() {
    await session.send(event)
    if session.hasQuit {
      try await session.killAndRelaunch()
      continue
    }
    let relaunched = try await TestSession(
      application, size: session.terminal.size, store: session.store)
    guard relaunched.frame.restorable == session.frame.restorable,
      session.frame.restorableCursor == nil
        || relaunched.frame.cursor == session.frame.restorableCursor
    else {
      throw LawBroken(
        number: number, event: event, before: session.frame, after: relaunched.frame)
    }
  }
}

/// An application that didn't come back as it was, after which event.
public struct LawBroken: Error, CustomStringConvertible {
  public let number: Int
  public let event: Event
  public let before: Frame
  public let after: Frame

  public var description: String {
    """
    After event \(number), \(event), the screen
    \(before.railed)
    came back as
    \(after.railed)
    styles before: \(before.styleRuns)
    styles after: \(after.styleRuns)
    """
  }
}
