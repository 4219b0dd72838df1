public import Restoration
public import Terminals

/// One screenful: it draws its state and data, and answers to events.
///
/// A screen is built from its route, then given its state, then asked to load its data. Most screens are a ready-made controller; one
/// written from scratch needs `state` and `draw`.
@MainActor public protocol Screen: Restorable {
  /// The screen's name in the top line. Empty for a root, which the application's name stands for.
  var title: String { get }

  /// The part of the data that is shown, for example a filter, behind the title.
  var subtitle: String? { get }

  /// The source and age of the data, for the right of the top line; nil if there are none.
  var provenance: Provenance? { get }

  /// The work that goes on for this screen, in the bottom line: "Loading… 3.2 of 12.0 MiB"; nil if none takes long.
  var activity: String? { get }

  /// The keys that do something now, and their actions. The bottom line and the help screen are made from them.
  var bindings: [KeyBinding] { get }

  /// True while the person types letters, so that they aren't keys of the framework's.
  var isTyping: Bool { get }

  /// True if what is typed goes into a field for a password.
  var takesPassword: Bool { get }

  /// The number of rows that the screen needs at the bottom, so that the one below stays in sight
  /// above them; nil if it has all rows.
  func promptRows(columns: Int) -> Int?

  /// True if this screen is a beginning, though another is below: the keys that go back do nothing.
  var isHome: Bool { get }

  /// True if the screen asks before something is trusted, erased or sent. Nothing of its state is
  /// saved, and none is taken from a session, which anybody may have written: after a restart the
  /// question stands as when it was opened, with the answer that changes nothing.
  var asksForConsent: Bool { get }

  /// Draws state and data, and nothing else: no clock, no input or output, no change.
  func draw(in canvas: inout Canvas)

  /// Answers to an event. An event that the screen ignores may still be a key of the framework's.
  func handle(_ event: Event, _ navigator: Navigator) -> Handled

  /// Takes the answer of a picker or another screen that this screen opened.
  func receive(_ answer: ScreenResult, _ navigator: Navigator)

  /// Fetches the data. Called when the screen appears and when it is refreshed, cancelled when it is left. It sets the data only; what
  /// becomes of the state then (a selection whose row is gone) is the controller's part.
  func load(_ loadReason: LoadReason, _ navigator: Navigator) async

  /// The number of seconds after a load at which the next one begins by itself; nil if none does.
  var refreshInterval: Int? { get }

  /// True if the data are loaded again when the screen above is closed, because the work done there changes them.
  var reloadsWhenUncovered: Bool { get }

  /// Drops the parts of the state that matter only at this moment: the person quits, and the state now is what the next start brings back.
  func prepareToQuit()
}

/// The screen's answer to an event: handled, or ignored and left to the framework.
public enum Handled: Sendable {
  /// The event was for the screen, or it wasn't.
  case handled, ignored
}

/// The freshness that loaded data must have.
public enum LoadReason: Sendable {
  /// Data from the cache will do.
  case appear
  /// The data must come from the source: the person asked for a refresh.
  case userRefresh
  /// A refresh is due by time; nobody asked for it.
  case timer
}

extension Screen {
  /// Empty: the application's name stands for the screen.
  public var title: String { "" }
  /// None.
  public var subtitle: String? { nil }
  /// None: the top line has no badge.
  public var provenance: Provenance? { nil }
  /// None.
  public var activity: String? { nil }
  /// None: the screen has no keys of its own.
  public var bindings: [KeyBinding] { [] }
  /// False: letters are keys.
  public var isTyping: Bool { false }
  /// False: the state is saved, and comes back.
  public var asksForConsent: Bool { false }
  /// False: no password is asked for.
  public var takesPassword: Bool { false }
  /// None: the screen has all rows.
  public func promptRows(columns: Int) -> Int? { nil }
  /// False: the keys that go back go back.
  public var isHome: Bool { false }
  /// None: the screen is loaded again only on request.
  public var refreshInterval: Int? { nil }
  /// False: the data stay as they are when the screen above is closed.
  public var reloadsWhenUncovered: Bool { false }
  /// Performs the binding of the event's key, or ignores the event.
  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    bindings.perform(event, navigator)
  }
  /// Ignores the answer.
  public func receive(_ answer: ScreenResult, _ navigator: Navigator) {}
  /// Loads nothing.
  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {}
  /// Keeps the state as it is.
  public func prepareToQuit() {}
}
