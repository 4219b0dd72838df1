import Restoration
import Screens
import Terminals
import Values

/// A screen within a screen: a section, or the list below a search field.
///
/// The outer screen puts the value of `save` into its own state, and passes it back when it builds the part again.
@MainActor final class Part {
  let screen: any Screen
  private var saved: SavedPart
  /// The state that `saved` was made from.
  private var savedState: (any RestorableState)?
  /// The keys of the state that a later release wrote and this one doesn't know.
  private var later: [JSON.Member] = []

  init(_ screen: any Screen, resuming saved: SavedPart?) {
    self.screen = screen
    self.saved = SavedPart(version: 1, state: .object([]))
    if let saved { restore(screen, saved) }
  }

  private func restore<S: Screen>(_ screen: S, _ saved: SavedPart) {
    let state = S.migrations.bringUpToDate(saved.state, from: saved.version)
    let restored = StateCoder.restore(S.State.self, from: state)
    if saved.version > S.stateVersion { later = restored.unknown }
    self.saved = saved
    screen.restoreState(restored.state)
  }

  /// Returns the state as it is now. Called after every event, so nothing is encoded that hasn't changed.
  func save() -> SavedPart { save(screen) }

  private func save<S: Screen>(_ screen: S) -> SavedPart {
    let state = screen.encodeState()
    if let savedState = savedState as? S.State, savedState == state { return saved }
    // What can't be encoded, a number that isn't finite, stays as it was saved last.
    guard var encoded = try? StateCoder.encode(state) else { return saved }
    for member in later { encoded[member.key] = member.value }
    saved = SavedPart(
      version: max(S.stateVersion, later.isEmpty ? 1 : saved.version), state: encoded)
    savedState = state
    return saved
  }
}

extension Navigator {
  /// Returns a navigator for a part of the screen, which has less room.
  ///
  /// A part that loads takes the place of the screen's own loading; `beside` is what must be loaded all the same.
  func part(
    _ size: Size, beside: @escaping @MainActor @Sendable () async -> Void = {}
  ) -> Navigator {
    Navigator(size: size, graphics: graphics) { request in
      switch request {
      case .push(let route): push(route)
      case .pop: pop()
      case .answer(let answer): self.answer(answer)
      case .refresh: refresh()
      case .run(.loading, let work): run(.loading) { await Navigator.together(beside, work) }
      case .run, .finish, .cancel, .lend, .background, .progress, .reload: self.request(request)
      case .paint(let isLoaded): paint(isLoaded: isLoaded)
      case .notify(let sentence): notify(sentence)
      case .log(let sentence): log(sentence)
      case .withdraw: withdrawNotice()
      case .copy(let text): copy(text)
      case .help: showHelp()
      case .messages: showMessages()
      case .redraw: redraw()
      case .lock: lock()
      case .quit: quit()
      }
    }
  }

  /// Does two things at once. If neither has to wait both are done on return, without a pause in which a frame could be painted.
  static func together(
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

  /// A navigator that opens one screen at most, so that two parts with the same remedy don't open it twice.
  var openingOnce: Navigator {
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
  /// Returns the event as a part sees it that begins so many rows below the screen's top; nil for a click above the part.
  func forPart(below rows: Int) -> Event? {
    guard case .mouse(var mouse) = self else { return self }
    let isPointing = mouse.action == .click || mouse.action == .doubleClick
    if isPointing, mouse.position.row < rows { return nil }
    mouse.position.row -= min(rows, mouse.position.row)
    return .mouse(mouse)
  }
}
