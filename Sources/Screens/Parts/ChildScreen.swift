import Core
import Restoration

/// A child screen: a section, or the list below a search field.
///
/// The parent stores the value of `save` in its own state, and passes it back when it builds the
/// child again: <doc:ScreensWithinScreens>.
@MainActor public final class ChildScreen {
  /// The screen itself. The parent calls its drawing, loading and event handling.
  public let screen: any Screen
  private var saved: ChildState
  private var savedState: (any RestorableState)?
  /// The state's unknown fields, which a newer release wrote.
  private var later: [JSON.Member] = []

  /// Creates a child screen from a newly built screen.
  ///
  ///     ChildScreen(visitsScreen(of: patient), resuming: state.visits)
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - saved: The state from the parent's restored state; `nil` if the screen opens for the first
  ///     time.
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

  /// Returns the current state. Called after every event, so an unchanged state isn't encoded
  /// again.
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
    for member in later { encoded[member.key] = member.value }
    saved = ChildState(
      version: max(S.stateVersion, later.isEmpty ? 1 : saved.version), state: encoded)
    savedState = state
    return saved
  }
}
