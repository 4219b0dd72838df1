public import Restoration
public import Screens
public import Terminals

/// The events that `assertRestorable` sends to an application.
public enum EventScript: Sendable {
  /// Sends the given events in order.
  case events([Event])
  /// Sends `count` random events. They are reproducible with an equal seed as long as the screens
  /// look the same and offer the same keys.
  ///
  /// About a third of the events are bound keys, most of them the application's own. Other events
  /// navigate to picker choices, form fields and buttons. Keys that quit are pressed rarely, and
  /// the script continues after a restart.
  case random(seed: UInt64, count: Int)
}

/// Tests the restoration law: a relaunched application shows the same screen as before the kill.
///
///     try await assertRestorable(application, script: .random(seed: 7, count: 500))
///
/// Sends the script's events to the application. After each event, a second instance is started
/// from the store, as after a kill, and must show the same cells, cursor and, on a terminal with
/// `graphics`, images. The status line and the text in password fields aren't compared. A screen
/// that asks for consent starts again: only its top line is compared.
///
/// The second instance is created by evaluating `application` again. Write the expression that
/// creates it and all objects it holds in memory; objects created earlier would survive the kill
/// only in the test. Once user input was sent, the second start doesn't use the application's deep
/// link. Throws `RestorationMismatch`, which lists the rows that differ, `UnsettledWork` if a
/// source doesn't finish, or `ScreenLeak` if a screen isn't released after its application has
/// ended.
@MainActor public func assertRestorable<Route: AppRoute>(
  _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>,
  size: Size = Size(rows: 24, columns: 80),
  store: any SnapshotStore = InMemorySnapshotStore(),
  patience: Duration = .seconds(30), graphics: Graphics? = nil, script: EventScript
) async throws {
  let session = try await TestSession(
    try application(), size: size, store: store, patience: patience, graphics: graphics)
  var script = EventScriptRun(script)
  var ended: [EndedScreen] = []
  while let event = script.next(seeing: session) {
    await session.send(event)
    try session.expectSettled()
    if session.hasQuit {
      script.note(ending: event)
      try await session.killAndRelaunch()
      continue
    }
    let relaunched = try await session.relaunched()
    let isQuestion = session.asksForConsent && relaunched.asksForConsent
    guard
      isQuestion
        ? relaunched.frame.text(ofRow: 0) == session.frame.text(ofRow: 0)
        : relaunched.frame.restorable == session.frame.restorable,
      relaunched.frame.images == session.frame.images,
      isQuestion || session.frame.restorableCursor == nil
        || relaunched.frame.cursor == session.frame.restorableCursor
    else { throw RestorationMismatch(script.done, before: session.frame, after: relaunched.frame) }
    relaunched.close()
    ended += relaunched.screens
  }
  // A locked application must release the screens it showed. Cancelled tasks may hold them until
  // they end.
  do {
    try await waitUntil("all screens are let go of") { ended.allSatisfy(\.isGone) }
  } catch is TimeoutError {
    if let screen = ended.first(where: { !$0.isGone }) { throw ScreenLeak(title: screen.title) }
  }
}

@MainActor private struct EventScriptRun {
  private(set) var done: [Event] = []
  private let events: [Event]
  private let count: Int
  private var random: RandomEvents?

  init(_ script: EventScript) {
    switch script {
    case .events(let events):
      self.events = events
      count = events.count
    case .random(let seed, let count):
      events = []
      self.count = count
      random = RandomEvents(seed: seed)
    }
  }

  mutating func next(seeing session: TestSession<some AppRoute>) -> Event? {
    guard done.count < count else { return nil }
    let event = random?.next(seeing: session.sight) ?? events[done.count]
    done.append(event)
    return event
  }

  mutating func note(ending event: Event) { random?.note(ending: event) }
}

@MainActor struct EndedScreen {
  private weak var screen: (any Screen)?
  let title: String

  init(_ screen: any Screen) {
    self.screen = screen
    title = screen.title
  }

  var isGone: Bool { screen == nil }
}

/// The error of `assertRestorable` if a screen is still in memory after its application has ended.
/// Often a closure that the screen stores retains it.
public struct ScreenLeak: Error, CustomStringConvertible {
  /// The title of the retained screen, or an empty string for a root screen without one.
  public let title: String

  /// A message with the retained screen's title.
  public var description: String {
    let screen = title.isEmpty ? "The root screen" : "“\(title)”"
    return "\(screen) stays in memory with all that it showed, though its application has ended."
  }
}

/// The error of `assertRestorable` if a relaunched application doesn't show the screen that it
/// showed before it was killed.
public struct RestorationMismatch: Error, CustomStringConvertible {
  /// All events up to and including the one after which restoration failed. To reproduce the
  /// failure, pass them in a script `.events(_:)`.
  public let events: [Event]
  /// The frame that the application showed before it was killed.
  public let before: Frame
  /// The frame that the application showed after it was relaunched.
  public let after: Frame

  init(_ events: [Event], before: Frame, after: Frame) {
    self.events = events
    self.before = before
    self.after = after
  }

  /// The index of the event after which restoration failed, counted from 0; -1 if it failed before
  /// any event.
  public var number: Int { events.count - 1 }
  /// The event after which restoration failed; `nil` if it failed before any event.
  public var event: Event? { events.last }

  /// A message with the event after which restoration failed, the rows that differ, and the last
  /// ten events.
  public var description: String {
    """
    After event \(number), \(event.map(eventText) ?? "none"), the screen came back otherwise:
    \(PictureDifference(before: before.picture, after: after.picture))
    Pressed last: \(events.suffix(10).map(eventText).joined(separator: ", "))
    """
  }

  private func eventText(_ event: Event) -> String {
    switch event {
    case .key(let key): "\(key)"
    case .paste(let text): "paste of “\(text)”"
    case .mouse(let mouse):
      "\(mouse.action) at \(mouse.position.row):\(mouse.position.column)"
    case .resize(let size): "\(size.columns)x\(size.rows)"
    case .focus(let hasFocus): hasFocus ? "focus" : "no focus"
    }
  }
}
