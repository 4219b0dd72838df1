import Restoration
import Values

/// A screen within a screen: a section, or the list below a search field.
///
/// The outer screen puts the value of `save` into its own state, and passes it back when it builds the part again: <doc:ScreensWithinScreens>.
@MainActor public final class ChildScreen {
  /// The screen itself: the outer one lets it draw, load and handle events.
  public let screen: any Screen
  private var saved: ChildState
  /// The state that `saved` was made from.
  private var savedState: (any RestorableState)?
  /// The keys of the state that a later release wrote and this one doesn't know.
  private var later: [JSON.Member] = []

  /// Creates a part from a screen that was just built.
  ///
  ///     ChildScreen(visitsScreen(of: patient), resuming: state.visits)
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - saved: The state that the outer screen was restored with; nil if it opens for the first time.
  public init(_ screen: any Screen, resuming saved: ChildState?) {
    self.screen = screen
    self.saved = ChildState(version: 1, state: .object([]))
    if let saved { restore(screen, saved) }
  }

  private func restore<S: Screen>(_ screen: S, _ saved: ChildState) {
    let state = S.migrations.bringUpToDate(saved.state, from: saved.version)
    let restored = StateCoder.restore(S.State.self, from: state)
    if saved.version > S.stateVersion { later = restored.unknown }
    self.saved = saved
    screen.restoreState(restored.state)
  }

  /// Returns the state as it is now. Called after every event, so nothing is encoded that hasn't changed.
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
      // A number that isn't finite: the outer screen can't be saved either, and the status line says so.
      saved.problem = error
      return saved
    }
    for member in later { encoded[member.key] = member.value }
    saved = ChildState(
      version: max(S.stateVersion, later.isEmpty ? 1 : saved.version), state: encoded)
    savedState = state
    return saved
  }
}
