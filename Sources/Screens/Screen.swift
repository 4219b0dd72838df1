public import Restoration
public import Terminals

/// One screenful: it draws what its state and data say, and answers to events.
///
/// A screen is built from its route, then given its state, then asked to load its data. Most screens are a ready-made controller; one
/// written from scratch needs `state` and `draw`.
@MainActor public protocol Screen: Restorable {
  /// The screen's name in the top line. Empty for a root, which the application's name stands for.
  var title: String { get }

  /// What of it is shown, for example a filter, behind the title.
  var subtitle: String? { get }

  /// Where the data is from and how old it is, for the right of the top line; nil where there is none.
  var provenance: Provenance? { get }

  /// What goes on for it at this moment, in the bottom line: "Loading… 3.2 of 12.0 MiB"; nil if nothing that takes long.
  var activity: String? { get }

  /// The keys that do something now, and what. The bottom line and the help screen are made from them.
  var bindings: [KeyBinding] { get }

  /// Whether letters are being typed, so that they aren't keys of the framework's.
  var isTyping: Bool { get }

  /// Whether everything begins here, though there is a screen below: then the keys that go back do nothing.
  var isHome: Bool { get }

  /// Draws state and data, and nothing else: no clock, no input or output, no change.
  func draw(in canvas: inout Canvas)

  /// Answers to an event. What it ignores may still be a key of the framework's.
  func handle(_ event: Event, _ navigator: Navigator) -> Handled

  /// Takes what was chosen in a picker that this screen opened.
  func receive(_ answer: Answer, _ navigator: Navigator)

  /// Fetches data. Called when the screen appears and when it is refreshed, cancelled when it is left. It fills
  /// data; what becomes of the state then (a selection whose row is gone) is the controller's part.
  func load(_ freshness: Freshness, _ navigator: Navigator) async

  /// How many seconds after a load the next one begins by itself; nil if none does.
  var refreshInterval: Int? { get }

  /// Whether its data is looked at again when the screen above it is closed, because what is done there changes it.
  var reloadsWhenUncovered: Bool { get }

  /// The person quits, and what the state is now is what the next start brings back: what is about this moment alone can go.
  func prepareToQuit()
}

/// Whether an event was for a screen.
public enum Handled: Sendable {
  case handled, ignored
}

/// How new loaded data must be.
public enum Freshness: Sendable {
  /// What is known already will do.
  case cached
  /// The person asked for it anew.
  case fresh
  /// It is time to look again; nobody asked.
  case automatic
}

extension Screen {
  public var title: String { "" }
  public var subtitle: String? { nil }
  public var provenance: Provenance? { nil }
  public var activity: String? { nil }
  public var bindings: [KeyBinding] { [] }
  public var isTyping: Bool { false }
  public var isHome: Bool { false }
  public var refreshInterval: Int? { nil }
  public var reloadsWhenUncovered: Bool { false }
  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    bindings.perform(event, navigator)
  }
  public func receive(_ answer: Answer, _ navigator: Navigator) {}
  public func load(_ freshness: Freshness, _ navigator: Navigator) async {}
  public func prepareToQuit() {}
}
