public import Restoration
public import Terminals

/// A full screen: it draws its state and data, and handles events.
///
/// A screen is built from its route, then its state is restored, then its data is loaded. Most
/// screens use a ready-made controller; one written from scratch needs `state` and `draw`.
@MainActor public protocol Screen: Restorable {
  /// The screen's name, shown in the top line after the application's title. It is usually empty
  /// for a root screen, so that only the application's title is shown.
  var title: String { get }

  /// A text shown after the title in the top line, such as the active filter; `nil` for none.
  var subtitle: String? { get }

  /// The source, time and status of the data, shown at the right of the top line; `nil` if the
  /// screen has no data from a source.
  var provenance: Provenance? { get }

  /// A description of the running task for the status line, such as "Loading… 3.2 of 12.0 MiB";
  /// `nil` if no long task is running.
  var activity: String? { get }

  /// The key bindings that are available in the screen's current state. The status line and the
  /// help screen list them.
  var bindings: [KeyBinding] { get }

  /// Whether the user is typing text. If so, characters, ← and Backspace don't trigger the
  /// framework's key bindings, even if the screen ignores them.
  var isTyping: Bool { get }

  /// Whether the user is typing in a password field. While a load may lead to a password prompt,
  /// typed letters are held back; a screen for which this is `true` then receives them.
  var takesPassword: Bool { get }

  /// Returns the number of rows that the screen needs, or `nil` if it uses all rows.
  ///
  /// With a number, the screen is drawn in that many rows at the bottom, and the screen below it on
  /// the stack stays visible above them, if at least three rows are left for that screen.
  func promptRows(columns: Int) -> Int?

  /// Whether the keys that go back, such as Esc, do nothing on this screen, as on the root screen.
  var isHome: Bool { get }

  /// Whether the screen asks for consent before something is trusted, erased or sent.
  ///
  /// The state of such a screen is neither saved nor restored, because a session file may come from
  /// an attacker. After a restart, the prompt is in its initial state, with the safe choice
  /// selected.
  var asksForConsent: Bool { get }

  /// Draws the screen's state and data. This method must not read the clock, do I/O or change
  /// anything.
  func draw(in canvas: inout Canvas)

  /// Handles a key, a paste, a mouse action or another event. If it returns `ignored`, the event
  /// may still trigger one of the framework's keys, such as Esc to go back.
  func handle(_ event: Event, _ navigator: Navigator) -> Handled

  /// Handles the result of a screen that this screen opened, such as the selected choice of a
  /// picker.
  func receive(_ result: ScreenResult, _ navigator: Navigator)

  /// Loads the screen's data. The framework calls it when the screen appears and at each refresh,
  /// and cancels it when the screen is closed.
  ///
  /// This method should only set the data. The controller adapts the state, for example if the
  /// selected row no longer exists.
  func load(_ loadReason: LoadReason, _ navigator: Navigator) async

  /// The number of seconds after which the data is automatically reloaded; `nil` if no timer should
  /// reload it.
  var refreshInterval: Int? { get }

  /// Whether the data is reloaded when the screen above this one is closed. Use `true` if that
  /// screen changes the data.
  var reloadsWhenUncovered: Bool { get }

  /// Resets temporary state before the application quits. It is called only for the topmost screen.
  /// The state after this call is saved and restored by the next start.
  func prepareToQuit()
}

/// Whether a screen has handled an event. Returned by its event handler.
public enum Handled: Sendable {
  /// The screen has handled the event, or has ignored it, so that the framework may handle it.
  case handled, ignored
}

/// The reason for which a screen's data is loaded. It determines whether cached data is sufficient.
public enum LoadReason: Sendable {
  /// The screen was opened, restored or uncovered, or `Navigator.reload(_:)` has named its route.
  /// Cached data is sufficient.
  case appear
  /// The user asked for a refresh, or for this screen when starting the application. The data must
  /// come from the source.
  case userRefresh
  /// The screen's refresh interval has elapsed. The user hasn't asked for a refresh.
  case timer
}

extension Screen {
  /// By default empty: the top line shows no name for this screen.
  public var title: String { "" }
  /// By default `nil`: the top line shows no text after the title.
  public var subtitle: String? { nil }
  /// By default `nil`: the top line shows no source and status of data.
  public var provenance: Provenance? { nil }
  /// By default `nil`: the status line shows no running task.
  public var activity: String? { nil }
  /// By default empty: only the framework's own keys are available.
  public var bindings: [KeyBinding] { [] }
  /// By default `false`: the user isn't typing text, so letters may trigger key bindings.
  public var isTyping: Bool { false }
  /// By default `false`: the screen doesn't ask for consent, so its state is saved and restored.
  public var asksForConsent: Bool { false }
  /// By default `false`: the screen has no password field.
  public var takesPassword: Bool { false }
  /// By default `nil`: the screen uses all rows, and covers the screen below it.
  public func promptRows(columns: Int) -> Int? { nil }
  /// By default `false`: the keys that go back close the screen, unless it is the root screen.
  public var isHome: Bool { false }
  /// By default `nil`: no timer reloads the data.
  public var refreshInterval: Int? { nil }
  /// By default `false`: the data isn't reloaded when the screen above is closed.
  public var reloadsWhenUncovered: Bool { false }
  /// By default performs the action of the key binding for the event's key, and ignores all other
  /// events.
  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    bindings.perform(event, navigator)
  }
  /// By default ignores the result of a screen that this screen opened.
  public func receive(_ result: ScreenResult, _ navigator: Navigator) {}
  /// By default does nothing, for a screen without data to load.
  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {}
  /// By default does nothing, so that the next start restores the whole state.
  public func prepareToQuit() {}
}

/// An error for which a screen offers a remedy, such as a prompt for a missing password or for the
/// confirmation of a certificate.
///
/// If a load that the user requested fails with such an error, the controller opens the screen of
/// `recoveryRoute`. It retries the load when that screen returns `ScreenResult.recovered`.
public protocol Recoverable: Error {
  /// The route of the screen that resolves the error, for example a password prompt.
  var recoveryRoute: any AppRoute { get }
  /// Whether the screen of `recoveryRoute` also opens if the load began because a screen appeared.
  /// Otherwise it opens only if the user requested the load.
  var opensByItself: Bool { get }
}

extension Recoverable {
  /// By default `false`: the screen of `recoveryRoute` opens only if the user requested the load.
  public var opensByItself: Bool { false }
}

extension ScreenResult {
  /// The result that a recovery screen returns when it has resolved the error. The screen below
  /// then retries its load.
  public static let recovered = ScreenResult(question: "remedy", choiceID: "done")

  /// The result that a screen returns when it has changed only the cache. The screen below then
  /// reloads from the cache, without a request to the server.
  public static let cacheChanged = ScreenResult(question: "kept", choiceID: "done")
}
