import Terminals

/// The keys that every screen has, unless it uses them itself.
@MainActor enum FrameworkKeys {
  /// What the framework does on a screen, with the keys that the screen's own bindings leave for it.
  static func bindings(
    beside own: [KeyBinding], isTyping: Bool, canGoBack: Bool, isHelp: Bool,
    isPopup: Bool = false, hasMessages: Bool = false, canLock: Bool = false
  ) -> [KeyBinding] {
    func isTaken(_ key: Key) -> Bool {
      (isTyping && key.isForTyping) || own.contains { $0.keys.contains(key) }
    }
    let all = all(
      canGoBack: canGoBack, isHelp: isHelp, isPopup: isPopup, hasMessages: hasMessages,
      canLock: canLock)
    return all.compactMap { binding in
      guard binding.keys.contains(where: isTaken) else { return binding }
      var binding = binding
      binding.keys.removeAll(where: isTaken)
      return binding.keys.isEmpty ? nil : binding
    }
  }

  private static func all(
    canGoBack: Bool, isHelp: Bool, isPopup: Bool, hasMessages: Bool, canLock: Bool
  ) -> [KeyBinding] {
    // Help and quit are the last that have a label: the bottom line leaves out what stands before them.
    (canGoBack ? [isPopup ? close : back] : []) + (hasMessages ? [messages] : [])
      + (canLock ? [lock] : []) + (isHelp ? [] : [help]) + [isPopup ? quitAnywhere : quit, redraw]
  }

  // Made once: they are asked for at every paint.
  private static let back =
    KeyBinding(.escape, .left, .backspace, "h", label: "back", help: "Go back") { $0.pop() }
  /// Help, a picker and messages lie above a screen; who presses q there means them, not the application.
  private static let close =
    KeyBinding(.escape, "q", .left, .backspace, "h", label: "close", help: "Close this") {
      $0.pop()
    }
  private static let help =
    KeyBinding("?", .function(1), label: "help", help: "Show these keys") { $0.showHelp() }
  /// Also what stands at the end of a notice that is cut.
  static let messages =
    KeyBinding(
      "!", .function(2), label: "messages", help: "Messages"
    ) { $0.showMessages() }
  private static let lock =
    KeyBinding(
      "L", .function(3), label: "lock", help: "Lock; your password brings you back to this place"
    ) { $0.lock() }
  private static let quit =
    KeyBinding("q", .control("q"), label: "quit", help: "Quit (resumes here)") { $0.quit() }
  private static let quitAnywhere =
    KeyBinding(.control("q"), label: "quit", help: "Quit (resumes here)") { $0.quit() }
  private static let redraw = KeyBinding(.control("l"), help: "Redraw the screen") {
    $0.redraw()
  }

  /// The help for a screen: its own keys, then the framework's.
  static func help(for screen: any Screen, bindings: [KeyBinding]) -> FrameworkRoute {
    let suspend = KeyHelp(keys: "Ctrl-Z", help: "Suspend; fg comes back")
    return .help(
      title: screen.title,
      keys: bindings.map { KeyHelp(keys: $0.keyNames, help: $0.help) } + [suspend])
  }
}

extension Key {
  /// Whether a person who types text means a change of that text.
  fileprivate var isForTyping: Bool {
    switch code {
    case .character: !isControl
    case .left, .backspace: true
    default: false
    }
  }
}

extension Event {
  /// The event as a screen sees it that begins so many rows below the terminal's top.
  func moved(up rows: Int) -> Event {
    guard case .mouse(var mouse) = self else { return self }
    mouse.position.row -= rows
    return .mouse(mouse)
  }
}
