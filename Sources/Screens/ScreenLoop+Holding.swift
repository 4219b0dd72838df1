import Terminals

/// Holding back keys until a password prompt is open, so that letters of a password don't trigger
/// the keys of the screen before it.
extension ScreenLoop {
  private var holdingLimit: Int { TextEntry.maximumLength }

  var awaitsPassword: Bool {
    guard !stack.top.takesPassword, stack.entries.last?.loading.isUnderWay == true,
      let route: Route = stack.topRoute
    else { return false }
    return application.awaitsPassword(route, loadFreshness)
  }

  /// Holds an event back if it may be part of a password. Returns false if the screen should handle
  /// it.
  func hold(_ event: Event) -> Bool {
    guard event.isOfText else {
      // The user has cancelled the entry.
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

  /// Passes the held keys to the password prompt, or drops them if the load ended without one.
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

  /// Overwrites the held keys, which may be a password, before removing them.
  private func dropHeld() {
    for place in held.indices { held[place] = .focus(false) }
    held = []
  }
}

extension Event {
  /// Whether the event can be text typed into a field.
  fileprivate var isOfText: Bool {
    switch self {
    case .paste, .key(.enter), .key(.backspace), .key(.delete): true
    case .key(let key):
      if case .character = key.code { !key.isControl && !key.isAlt } else { false }
    default: false
    }
  }
}
