import Terminals

/// Keys while a question for a password is on its way to the screen: letters of a password are no
/// keys of the screen before it.
extension ScreenLoop {
  /// The most keys that are held.
  private var holdingLimit: Int { TextEntry.maximumLength }

  /// True if the load that is under way may lead to the question for a password.
  var awaitsPassword: Bool {
    guard !stack.top.takesPassword, stack.entries.last?.loading.isUnderWay == true,
      let route: Route = stack.topRoute
    else { return false }
    return application.awaitsPassword(route, loadFreshness)
  }

  /// Holds an event back if it may be part of a password. Returns false if it is the screen's.
  func hold(_ event: Event) -> Bool {
    guard event.isOfText else {
      // The user has thought better of it.
      if event == .key(.escape) { dropHeld() }
      return false
    }
    if awaitsPassword {
      if held.count < holdingLimit { held.append(event) }
      return true
    }
    // The rest of a line whose beginning was dropped, typed without a pause.
    guard let dropped, !stack.top.takesPassword, .now - dropped < .seconds(1) else {
      dropped = nil
      return false
    }
    self.dropped = event == .key(.enter) ? nil : .now
    return true
  }

  /// Gives the question what was held for it; drops that once it is known that no question comes.
  func releaseHeld() {
    guard !held.isEmpty, !awaitsPassword else { return }
    if stack.top.takesPassword {
      waiting = held + waiting
      held = []
      return
    }
    let isWhole = held.last == .key(.enter)
    dropHeld()
    if !isWhole { dropped = .now }
    notices.say(["What was typed before you were logged in was dropped."], at: time.now())
  }

  /// Overwrites and forgets what was held.
  private func dropHeld() {
    for place in held.indices { held[place] = .focus(false) }
    held = []
  }
}

extension Event {
  /// True for what a person types into a field.
  fileprivate var isOfText: Bool {
    switch self {
    case .paste, .key(.enter), .key(.backspace), .key(.delete): true
    case .key(let key):
      if case .character = key.code { !key.isControl && !key.isAlt } else { false }
    default: false
    }
  }
}
