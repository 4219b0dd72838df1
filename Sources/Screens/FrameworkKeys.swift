import Terminals

/// The key bindings of every screen, except for keys that the screen uses itself.
@MainActor enum FrameworkKeys {
  /// The facts that decide which keys are available.
  struct Context {
    var isTyping = false
    var canGoBack = false
    var isHelp = false
    var isPopup = false
    var isMessages = false
    var hasMessages = false
    var canLock = false
    var isSaved = true
    var hasMouse = false
  }

  static func bindings(
    beside own: [KeyBinding], stopping: [KeyBinding] = [], in context: Context
  ) -> [KeyBinding] {
    let taken = own.flatMap(\.keys)
    func isTaken(_ key: Key) -> Bool {
      (context.isTyping && key.isForTyping) || taken.contains(key)
    }
    return (stopping + all(in: context)).compactMap { binding in
      guard binding.keys.contains(where: isTaken) else { return binding }
      var binding = binding
      binding.keys.removeAll(where: isTaken)
      return binding.keys.isEmpty ? nil : binding
    }
  }

  private static func all(in context: Context) -> [KeyBinding] {
    var quit = context.isSaved ? quit : quitUnsaved
    // In a popup, q closes the popup.
    if context.isPopup { quit.keys.removeAll(where: close.keys.contains) }
    // Help and quit are the last bindings with a label: the status line drops those before them
    // first.
    return (context.canGoBack ? [context.isPopup ? close : back] : [])
      + (context.isMessages ? [] : [context.hasMessages ? messages : noMessages])
      + (context.canLock ? [lock] : []) + (context.isHelp ? [] : [help]) + [quit, redraw]
      + (context.hasMouse ? [mouse] : [])
  }

  // Created once, because they are read at every paint.
  private static let back =
    KeyBinding(.escape, .left, .backspace, "h", label: "back", help: "Go back") { $0.pop() }
  /// Popups over a screen use it: q closes them and not the application.
  private static let close =
    KeyBinding(.escape, "q", .left, .backspace, "h", label: "close", help: "Close this") {
      $0.pop()
    }
  private static let help =
    KeyBinding("?", .function(1), label: "help", help: "Show these keys") { $0.showHelp() }
  /// Opens the messages. Also shown at the end of a truncated notice.
  static let messages =
    KeyBinding(
      "!", .function(2), label: "messages", help: "Messages"
    ) { $0.showMessages() }
  /// Without a label, because the status line has no columns to spare while there are none.
  private static let noMessages =
    KeyBinding("!", .function(2), help: messages.help, action: messages.action)
  private static let lock =
    KeyBinding(
      "L", .function(3), label: "lock", help: "Lock; your password brings you back to this place"
    ) { $0.lock() }
  private static let quit =
    KeyBinding("q", .control("q"), label: "quit", help: "Quit (resumes here)") { $0.quit() }
  /// Quits when nothing is saved, so the help doesn't promise to resume.
  private static let quitUnsaved =
    KeyBinding("q", .control("q"), label: "quit", help: "Quit") { $0.quit() }
  private static let mouse =
    KeyBinding(.function(4), .control("t"), help: "Leave the mouse to the terminal, or take it") {
      $0.toggleMouse()
    }
  private static let redraw = KeyBinding(.control("l"), help: "Redraw the screen") {
    $0.redraw()
  }

  static func help(for screen: any Screen, bindings: [KeyBinding]) -> FrameworkRoute {
    let suspend = KeyHelp(keys: Key.suspend.description, help: "Suspend; resume with fg")
    return .help(
      title: screen.title,
      keys: bindings.filter { !$0.isMomentary }.map { KeyHelp(keys: $0.keyNames, help: $0.help) }
        + [suspend])
  }
}

extension Key {
  fileprivate var isForTyping: Bool {
    switch code {
    case .character: !isControl
    case .left, .backspace: true
    default: false
    }
  }
}

extension Event {
  func moved(up rows: Int) -> Event {
    guard case .mouse(var mouse) = self else { return self }
    mouse.position.row -= rows
    return .mouse(mouse)
  }
}
