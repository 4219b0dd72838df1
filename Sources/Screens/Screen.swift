public import Restoration
public import Terminals

/// A full screen: it draws its state and data, and handles events.
///
/// A screen is built from its route, then its state is restored, then its data is loaded. Most
/// screens use a ready-made controller; one written from scratch needs `state` and `draw`.
@MainActor public protocol Screen: Restorable {
  /// The screen's name in the top line. Empty for a root screen, for which the application's name
  /// is shown.
  var title: String { get }

  /// Text after the title, for example the active filter.
  var subtitle: String? { get }

  /// The source and age of the data, shown at the right of the top line; `nil` if there is no data.
  var provenance: Provenance? { get }

  /// The running task, shown in the status line, such as "Loading… 3.2 of 12.0 MiB"; `nil` if no
  /// long task runs.
  var activity: String? { get }

  /// The keys that are available now, with their actions. The status line and the help screen show
  /// them.
  var bindings: [KeyBinding] { get }

  /// Whether the user is typing text, so that letters don't trigger the framework's keys.
  var isTyping: Bool { get }

  /// Whether typed text goes into a password field.
  var takesPassword: Bool { get }

  /// Returns the number of rows the screen needs at the bottom, so that the screen below stays
  /// visible above it; `nil` if it uses all rows.
  func promptRows(columns: Int) -> Int?

  /// Whether this screen acts as a root although another is below it: the back keys do nothing.
  var isHome: Bool { get }

  /// Whether the screen asks for consent before something is trusted, erased or sent. Its state is
  /// neither saved nor restored, because a session file may come from an attacker: after a restart
  /// the prompt is in its initial state, with the safe choice selected.
  var asksForConsent: Bool { get }

  /// Draws state and data. Must not read the clock, do I/O or change anything.
  func draw(in canvas: inout Canvas)

  /// Handles an event. An ignored event may still trigger one of the framework's keys.
  func handle(_ event: Event, _ navigator: Navigator) -> Handled

  /// Receives the result of a picker or another screen that this screen opened.
  func receive(_ result: ScreenResult, _ navigator: Navigator)

  /// Loads the data. Called when the screen appears and when it is refreshed; cancelled when it is
  /// closed. Sets only the data; the controller adapts the state, for example if the selected row
  /// is gone.
  func load(_ loadReason: LoadReason, _ navigator: Navigator) async

  /// The number of seconds between a load and the next automatic one; `nil` for none.
  var refreshInterval: Int? { get }

  /// Whether the data is reloaded when the screen above is closed, because that screen changes it.
  var reloadsWhenUncovered: Bool { get }

  /// Resets temporary state before the user quits. The next start restores the state as it is after
  /// this call.
  func prepareToQuit()
}

/// Whether a screen handled an event, or left it to the framework.
public enum Handled: Sendable {
  /// The event was handled, or is left to the framework.
  case handled, ignored
}

/// Why data is loaded, and so whether the cache may be used.
public enum LoadReason: Sendable {
  /// The screen appeared. Cached data is sufficient.
  case appear
  /// The user asked for a refresh. The data must come from the source.
  case userRefresh
  /// The refresh interval has elapsed, without a request from the user.
  case timer
}

extension Screen {
  /// Empty: the application's name is shown.
  public var title: String { "" }
  /// No subtitle.
  public var subtitle: String? { nil }
  /// No badge in the top line.
  public var provenance: Provenance? { nil }
  /// No running task.
  public var activity: String? { nil }
  /// No keys besides the framework's.
  public var bindings: [KeyBinding] { [] }
  /// False: letters are keys.
  public var isTyping: Bool { false }
  /// False: the state is saved and restored.
  public var asksForConsent: Bool { false }
  /// False: there is no password field.
  public var takesPassword: Bool { false }
  /// `nil`: the screen uses all rows.
  public func promptRows(columns: Int) -> Int? { nil }
  /// False: the back keys close the screen.
  public var isHome: Bool { false }
  /// `nil`: the screen is only reloaded on request.
  public var refreshInterval: Int? { nil }
  /// False: closing the screen above doesn't reload the data.
  public var reloadsWhenUncovered: Bool { false }
  /// Performs the binding of the event's key, or ignores the event.
  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    bindings.perform(event, navigator)
  }
  /// Ignores the result.
  public func receive(_ result: ScreenResult, _ navigator: Navigator) {}
  /// Loads nothing.
  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {}
  /// Resets nothing.
  public func prepareToQuit() {}
}

/// An error that a screen can resolve, such as a missing password or a certificate that needs
/// confirmation.
///
/// If a load that the user requested fails with such an error, the controller opens that screen. It
/// retries the load when the screen returns `ScreenResult.recovered`.
public protocol Recoverable: Error {
  /// The recovery route: the screen that resolves the error.
  var recoveryRoute: any AppRoute { get }
  /// Whether the screen opens even if the user didn't request the load, because the load had
  /// already opened a screen.
  var opensByItself: Bool { get }
}

extension Recoverable {
  /// False: the screen only opens if the user requested the load.
  public var opensByItself: Bool { false }
}

extension ScreenResult {
  /// The result of a screen that has resolved the error.
  public static let recovered = ScreenResult(question: "remedy", choiceID: "done")

  /// The result of a screen that has changed only the cache. The screen below reloads from the
  /// cache without a request.
  public static let cacheChanged = ScreenResult(question: "kept", choiceID: "done")
}
