public import Core
import Restoration
public import Terminals

/// A child screen: a section, or the list below a search field.
///
/// The parent stores the value of `save` in its own state, and passes it back when it builds the
/// child again: <doc:ScreensWithinScreens>.
@MainActor public final class ChildScreen {
  /// The child screen itself. The parent calls its methods to draw, to load data and to handle
  /// events.
  public let screen: any Screen
  private var saved: ChildState
  private var savedState: (any RestorableState)?
  /// The state's unknown fields, which a newer release wrote.
  private var unknownFields: [JSON.Member] = []

  /// Creates a child screen from a newly built screen, and restores its saved state.
  ///
  ///     ChildScreen(visitsScreen(of: patient), resuming: state.visits)
  ///
  /// The parent has stored `saved` in its own state; it is `nil` if the screen opens for the first
  /// time.
  public init(_ screen: any Screen, resuming saved: ChildState?) {
    self.screen = screen
    self.saved = ChildState(version: 1, state: .object([]))
    if let saved { restore(screen, saved) }
  }

  private func restore<S: Screen>(_ screen: S, _ saved: ChildState) {
    let state = S.migrations.bringUpToDate(saved.state, from: saved.version)
    let restored = StateCoder.restore(S.State.self, from: state)
    if saved.version > S.stateVersion { unknownFields = restored.unknown }
    self.saved = saved
    screen.restoreState(restored.state)
  }

  /// Returns the child screen's current state, for the parent to store in its own state. The parent
  /// calls this after every event; a state that hasn't changed isn't encoded again.
  public func save() -> ChildState { save(screen) }

  private func save<S: Screen>(_ screen: S) -> ChildState {
    let state = screen.encodeState()
    if let savedState = savedState as? S.State, savedState == state {
      saved.problem = nil
      return saved
    }
    var encoded: JSON
    do {
      encoded = try StateCoder.encode(state)
    } catch {
      // A number that isn't finite: encoding the parent fails too, and the status line shows the
      // error.
      saved.problem = error
      return saved
    }
    for member in unknownFields { encoded[member.key] = member.value }
    saved = ChildState(
      version: max(S.stateVersion, unknownFields.isEmpty ? 1 : saved.version), state: encoded)
    savedState = state
    return saved
  }
}

/// The saved state of a child screen, which its parent stores in its own state. If a key of that
/// state can't be restored, the other keys still are.
public struct ChildState: Codable, Equatable, Sendable {
  /// The version of the state's format, which determines the migrations to apply.
  public var version: Int
  /// The child screen's state as JSON.
  public var state: JSON
  /// Why the child screen's state can't be saved; `nil` if it can.
  var problem: (any Error)?

  private enum CodingKeys: String, CodingKey { case version, state }

  /// Creates a saved state from the version of its format and its JSON.
  public init(version: Int, state: JSON) {
    self.version = version
    self.state = state
  }

  public static func == (one: ChildState, other: ChildState) -> Bool {
    // A state that can't be saved never equals a saved one.
    one.problem == nil && other.problem == nil && one.version == other.version
      && one.state == other.state
  }

  /// Encodes the version and the state. If the child screen's state couldn't be converted to JSON,
  /// throws that error.
  public func encode(to encoder: any Encoder) throws {
    if let problem { throw problem }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(state, forKey: .state)
  }
}

extension Navigator {
  /// Returns a navigator to pass to a child screen, which draws in an area of the given size.
  ///
  /// A request of the child counts as a request of its parent. Tasks of the same name replace each
  /// other: for example, when the child starts loading, that cancels the parent's loading.
  public func childNavigator(size: Size) -> Navigator { childNavigator(size: size, beside: {}) }

  /// A reload of the child replaces this screen's own loading, so `beside` is run with it.
  package func childNavigator(
    size: Size, beside: @escaping @MainActor @Sendable () async -> Void
  ) -> Navigator {
    Navigator(size: size, graphics: graphics) { request in
      guard case .run(.loading, let work) = request else { return self.request(request) }
      run(.loading) { await Navigator.together(beside, work) }
    }
  }

  /// Suspends only if one of them does, so that no frame is painted in between.
  package static func together(
    _ first: @escaping @MainActor @Sendable () async -> Void,
    _ second: @MainActor () async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      if #available(macOS 26, *) {
        group.addImmediateTask(operation: first)
      } else {
        group.addTask(operation: first)
      }
      await second()
    }
  }

  /// Opens at most one screen, so that two child screens don't open the same recovery twice.
  package var openingOnce: Navigator {
    var hasOpened = false
    return Navigator(size: size, graphics: graphics) { request in
      if case .push = request {
        if hasOpened { return }
        hasOpened = true
      }
      self.request(request)
    }
  }
}

extension Event {
  /// Returns the event to pass to a child screen that is drawn `rows` rows below its parent's top
  /// edge. The row of a mouse event is adjusted. Returns `nil` for a click or double click above
  /// the child screen.
  public func forChild(below rows: Int) -> Event? {
    guard case .mouse(var mouse) = self else { return self }
    let isPointing = mouse.action == .click || mouse.action == .doubleClick
    if isPointing, mouse.position.row < rows { return nil }
    mouse.position.row -= min(rows, mouse.position.row)
    return .mouse(mouse)
  }
}
