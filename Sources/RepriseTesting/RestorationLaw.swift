public import Restoration
public import Screens
public import Terminals

/// The events after which the law is tested.
public enum LawMoment: Sendable {
  /// Each event.
  case everyEvent
}

/// The events that an application gets while the law is tested.
public enum LawScript: Sendable {
  /// The given events, in their order.
  case events([Event])
  /// Random events, the same ones for the same seed as long as the screens offer the same keys.
  ///
  /// A third of them are drawn from the bindings of the screen on top, so the application's own keys are pressed; a picker's choices and a
  /// form's fields and buttons are walked to. A key that quits is pressed seldom, and the script goes on after it in the next start.
  case random(seed: UInt64, count: Int)
}

/// Tests the restoration law: a relaunched application shows the screen that was there when it was killed.
///
///     try await assertRestorable(application, script: .random(seed: 7, count: 500))
///
/// The application is driven through the script. After every event a second one is started from the store, as after a kill, and must paint
/// the same cells and show the same cursor, the status line excepted. A question that asks for
/// consent begins anew: of it only the top line is compared. The second one is made anew, by
/// evaluating `application` again: write the expression that makes it, with all that it keeps in
/// memory, or what is kept there comes back in the test alone. It is a plain start: an
/// application's `opening` isn't asked for again. On a terminal with `graphics` the images must be
/// the same, too. Throws `RestorationMismatch`, which names the rows that differ, `UnsettledWork` if a source
/// doesn't end, or `ScreenLeak` if a screen stays in memory once its application has ended.
@MainActor public func assertRestorable<Route: AppRoute>(
  _ application: @autoclosure @escaping @MainActor () throws -> Application<Route>,
  size: Size = Size(rows: 24, columns: 80),
  store: any SnapshotStore = InMemorySnapshotStore(), after timestamp: LawMoment = .everyEvent,
  patience: Duration = .seconds(30), graphics: Graphics? = nil, script: LawScript
) async throws {
  let session = try await TestSession(
    try application(), size: size, store: store, patience: patience, graphics: graphics)
  var script = RunningScript(script)
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
  // An application that is locked must let go of what it showed. What its work holds is gone once that has given up.
  do {
    try await waitUntil("all screens are let go of") { ended.allSatisfy(\.isGone) }
  } catch is TimeoutError {
    if let screen = ended.first(where: { !$0.isGone }) { throw ScreenLeak(title: screen.title) }
  }
}

/// A script, and the events of it that were sent.
@MainActor private struct RunningScript {
  private(set) var done: [Event] = []
  private let events: [Event]
  private let count: Int
  private var random: RandomEvents?

  init(_ script: LawScript) {
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

/// A screen of a start that has ended.
@MainActor struct EndedScreen {
  private weak var screen: (any Screen)?
  let title: String

  init(_ screen: any Screen) {
    self.screen = screen
    title = screen.title
  }

  var isGone: Bool { screen == nil }
}

/// A screen that something still holds after its application has ended: most often itself, through a closure that it has kept.
public struct ScreenLeak: Error, CustomStringConvertible {
  /// The screen's title; empty for a root that has none.
  public let title: String

  /// A sentence with the title.
  public var description: String {
    let screen = title.isEmpty ? "The root screen" : "“\(title)”"
    return "\(screen) stays in memory with all that it showed, though its application has ended."
  }
}

/// An application that didn't come back as it was.
public struct RestorationMismatch: Error, CustomStringConvertible {
  /// All events, the last being the one that broke the law: `.events(_:)` of them is a script that breaks it again.
  public let events: [Event]
  /// The screen before the kill.
  public let before: Frame
  /// The screen after the relaunch.
  public let after: Frame

  init(_ events: [Event], before: Frame, after: Frame) {
    self.events = events
    self.before = before
    self.after = after
  }

  /// The number of the event that broke the law, the first being 0.
  public var number: Int { events.count - 1 }
  /// The event that broke the law.
  public var event: Event? { events.last }

  /// The event, the rows that differ, and the last ten events.
  public var description: String {
    """
    After event \(number), \(event.map(words) ?? "none"), the screen came back otherwise:
    \(PictureDifference(before: before.picture, after: after.picture))
    Pressed last: \(events.suffix(10).map(words).joined(separator: ", "))
    """
  }

  private func words(_ event: Event) -> String {
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
