import Restoration
import Terminals

/// What happens at the terminal, and what the screens ask for then.
extension ScreenLoop {
  func handle(_ event: Event) {
    switch event {
    case .key, .paste, .mouse:
      notices.clear()
      saver.isOn = true
    case .focus, .resize: break
    }
    let navigator = navigator(for: stack.top)
    let event = event.moved(up: Chrome.topRows(application.banner))
    if stack.top.handle(event, navigator) == .ignored {
      _ = frameworkBindings(beside: stack.top.bindings).perform(event, navigator)
    }
  }

  private func frameworkBindings(beside own: [KeyBinding]) -> [KeyBinding] {
    FrameworkKeys.bindings(
      beside: own, isTyping: stack.top.isTyping,
      canGoBack: stack.depth > 1 && !stack.top.isHome, isHelp: stack.isHelp, isPopup: stack.isPopup,
      hasMessages: !notices.log.isEmpty && !stack.isMessages, canLock: onLock != nil)
  }

  /// All keys that do something now: the screen's own, then the framework's.
  var bindings: [KeyBinding] {
    let own = stack.top.bindings
    return own + frameworkBindings(beside: own)
  }

  /// What a screen that is on top asks for. Once it is covered or closed it asks in vain: what its work comes to late
  /// must not move the person away from where they are.
  func navigator(for screen: any Screen) -> Navigator {
    Navigator(size: Chrome.bodySize(of: terminal.size, application.banner)) {
      [weak self, weak screen] request in
      guard let self, let screen, screen === self.stack.top else { return }
      if case .paint(let isLoaded) = request {
        if isLoaded { self.unfinished.noteShown(screen) }
        return self.paint(isLoaded: isLoaded)
      }
      self.requests.append(request)
    }
  }

  func carryOutRequests() {
    while !requests.isEmpty { carryOut(requests.removeFirst()) }
  }

  private func carryOut(_ request: Navigator.Request) {
    switch request {
    case .push(let route): push(route)
    case .pop: pop()
    case .answer(let answer):
      let depth = stack.depth
      pop()
      // If the screen that asked couldn't come back, another one must not take the answer for its own.
      guard stack.depth == depth - 1 else { return }
      stack.top.receive(answer, navigator(for: stack.top))
    case .refresh: load(.fresh)
    case .run(let work): run(work)
    case .cancel: stack.entries.last?.work?.cancel()
    case .paint: break
    case .notify(let sentence): say(sentence, by: ObjectIdentifier(stack.top))
    case .log(let sentence): notices.keep(sentence, at: time.now())
    case .withdraw: notices.withdraw(ObjectIdentifier(stack.top), before: loadCount)
    case .copy(let text):
      notices.show(
        terminal.copy(text).sentence, by: ObjectIdentifier(stack.top), load: loadCount)
    case .help: push(FrameworkKeys.help(for: stack.top, bindings: bindings))
    case .messages:
      push(FrameworkRoute.log(notices.log.lines(now: time.now(), zone: time.zone)))
    case .redraw: terminal.invalidate()
    case .lock: isLocking = true
    case .quit: isQuitting = true
    }
  }

  private func say(_ sentence: String, by owner: ObjectIdentifier? = nil) {
    notices.say(sentence, at: time.now(), by: owner, load: loadCount)
  }

  private func push(_ route: any AppRoute) {
    do {
      if try stack.push(route) {
        load(.cached)
      } else {
        say("No more screens can be opened. Go back first.")
      }
    } catch {
      say("That screen can't be saved, so it isn't opened.")
    }
  }

  private func pop() {
    // A screen that was covered hasn't heard of what became of the window.
    let size = Chrome.bodySize(of: terminal.size, application.banner)
    let wasBuilt = stack.depth > 1 && stack.entries[stack.depth - 2].screen != nil
    notices.say(name(stack.pop()), at: time.now())
    if wasBuilt { _ = stack.top.handle(.resize(size), navigator(for: stack.top)) }
    switch stack.entries.last?.loading {
    case .done where stack.top.reloadsWhenUncovered: load(.cached)
    case .done(let moment): setAlarm(at: moment)
    case .underWay: break
    case .notBegun, nil: load(.cached)
    }
  }

  /// Says what couldn't come back, and where a copy of all of it was put.
  func name(_ losses: [ScreenStack<Route>.Loss]) -> [String] {
    guard !losses.isEmpty else { return [] }
    let copy = losses.contains(where: \.needsCopy) ? saver.setAside() : nil
    return losses.map { $0.sentence + "." } + [copy].compactMap(\.self)
  }
}
