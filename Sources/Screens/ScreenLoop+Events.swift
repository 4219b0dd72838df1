import Restoration
import Terminals

extension ScreenLoop {
  func handle(_ event: Event) {
    // The screen must not change; `fg` shows it again with its notice.
    guard event != .key(.suspend) else {
      exitReason = .suspend
      return
    }
    if event.isUserInput {
      notices.clear()
      saver.isOn = true
    }
    let navigator = navigator(for: stack.top)
    let event = event.moved(up: Chrome.topRows(application.banner) + rowsAbove)
    if stack.top.handle(event, navigator) == .ignored {
      _ = frameworkBindings(beside: stack.top.bindings).perform(event, navigator)
    }
  }

  private func frameworkBindings(beside own: [KeyBinding]) -> [KeyBinding] {
    let top = stack.entries.last
    return FrameworkKeys.bindings(
      beside: own, stopping: tasks.stopBindings,
      in: FrameworkKeys.Context(
        isTyping: stack.top.isTyping, canGoBack: stack.depth > 1 && !stack.top.isHome,
        isHelp: top?.isHelp == true, isPopup: top?.isFramework == true,
        isMessages: top?.isMessages == true,
        hasMessages: !notices.log.isEmpty, canLock: onLock != nil, isSaved: saver.isSaving,
        hasMouse: terminal.hasMouse))
  }

  var bindings: [KeyBinding] {
    let own = stack.top.bindings
    return own + frameworkBindings(beside: own)
  }

  /// Ignores requests of a covered or closed screen, so that a late task doesn't move the user.
  func navigator(for screen: any Screen) -> Navigator {
    var size = Chrome.bodySize(of: terminal.size, application.banner)
    if screen === stack.top { size = Size(rows: size.rows - rowsAbove, columns: size.columns) }
    return Navigator(size: size, graphics: terminal.graphics) { [weak self, weak screen] request in
      guard let self, let screen else { return }
      // A background task belongs to no screen, so it starts even if the user has left this one.
      if case .background(let work) = request { return self.runInBackground(work, for: screen) }
      if case .paint = request, self.rowsAbove > 0, screen === self.stack.screenBelow {
        return self.paint(isLoaded: false)
      }
      guard screen === self.stack.top else { return }
      if case .paint(let isLoaded) = request {
        if isLoaded { self.tasks.noteShown(screen) }
        return self.paint(isLoaded: isLoaded)
      }
      self.requests.append((request, screen))
    }
  }

  /// For an uncancellable task: shows its notices on any screen, but can't open another.
  func outlivingNavigator(for screen: any Screen) -> Navigator {
    let navigator = navigator(for: screen)
    return Navigator(size: navigator.size, graphics: navigator.graphics) { [weak self] request in
      switch request {
      case .notify(let sentence):
        self?.say(sentence)
        // The next key would clear the notice before it is painted.
        if self?.isLent == false { self?.finishTurn() }
      case .log(let sentence): self.map { $0.notices.record(sentence, at: $0.time.now()) }
      default: navigator.request(request)
      }
    }
  }

  func carryOutRequests() {
    // Another component owns the terminal, so late requests are dropped.
    if isClosed { requests = [] }
    while !requests.isEmpty {
      let (request, owner) = requests.removeFirst()
      carryOut(request, by: owner)
    }
  }

  /// Navigation applies to the screen on top; tasks and notices belong to the requesting screen.
  private func carryOut(_ request: Navigator.Request, by owner: any Screen) {
    switch request {
    case .push(let route): push(route)
    case .pop: pop()
    case .result(let result):
      let depth = stack.depth
      pop()
      // If the screen that expects the result couldn't be restored, no other screen may receive it.
      guard stack.depth == depth - 1 else { return }
      stack.top.receive(result, navigator(for: stack.top))
    case .refresh: load(.userRefresh)
    case .run(let name, let work): run(name, for: owner, work)
    case .finish(let name, let work): finish(name, for: owner, work)
    case .cancel(let name): tasks.cancel(name, of: owner)
    case .reload(let routes): reload(routes)
    // The first two were carried out at once, and only background tasks report progress.
    case .paint, .background, .progress: break
    case .notify(let sentence): say(sentence, by: ObjectIdentifier(owner))
    case .log(let sentence): notices.record(sentence, at: time.now())
    case .withdraw: notices.withdraw(ObjectIdentifier(owner), before: loadCount)
    case .copy(let text, let loss):
      let outcome = terminal.copy(text)
      if let loss, outcome.isSent {
        say("\(outcome.sentence) \(loss)", by: ObjectIdentifier(owner))
      } else {
        let key = outcome == .tooLong ? stack.top.bindings.first(where: \.isExport)?.keyNames : nil
        notices.show(
          outcome.sentence + (key.map { " \($0) writes it into a file." } ?? ""),
          by: ObjectIdentifier(owner), load: loadCount)
      }
    case .graphics: terminal.queryGraphics()
    case .mouse:
      let sentence =
        switch terminal.toggleMouse() {
        case true?: "The mouse clicks here again. F4 leaves it to the terminal."
        case false?: "The mouse marks text in the terminal now. F4 takes it back."
        case nil: "This terminal has no mouse."
        }
      notices.show(sentence, by: ObjectIdentifier(owner), load: loadCount)
    case .lend(let work): lendTerminal(to: work, by: owner)
    case .help: push(FrameworkKeys.help(for: stack.top, bindings: bindings))
    case .messages:
      push(FrameworkRoute.log(notices.log.lines(now: time.now(), zone: time.zone)))
    case .redraw: terminal.invalidate()
    case .lock: if onLock != nil { exitReason = .lock }
    case .quit: exitReason = .quit
    }
  }

  /// Saves durably first, because the process may be killed while another program has it.
  private func lendTerminal(
    to work: @MainActor @Sendable (Navigator) -> Void, by owner: any Screen
  ) {
    saver.saveDurably(stack)
    let navigator = outlivingNavigator(for: owner)
    isLent = true
    onLend { work(navigator) }
    isLent = false
    terminal.invalidate()
  }

  private func say(_ sentence: String, by owner: ObjectIdentifier? = nil) {
    notices.say(sentence, at: time.now(), by: owner, load: loadCount)
  }

  func push(_ route: any AppRoute) {
    do {
      try stack.push(route)
      load(.appear)
    } catch let refusal as RouteRefusal {
      say(refusal.sentence)
    } catch {
      say("That screen can't be saved, so it isn't opened.")
    }
  }

  private func pop() {
    // A covered screen didn't receive the resize events.
    let size = Chrome.bodySize(of: terminal.size, application.banner)
    let wasBuilt = stack.depth > 1 && stack.entries[stack.depth - 2].screen != nil
    let top = stack.top
    notices.say(sentences(for: stack.pop()), at: time.now())
    if stack.top !== top { tasks.cancel(of: top) }
    if wasBuilt { _ = stack.top.handle(.resize(size), navigator(for: stack.top)) }
    reloadIfOutdated()
    switch stack.entries.last?.loading {
    case .done where stack.top.reloadsWhenUncovered: load(.appear)
    case .done(let timestamp): setAlarm(at: timestamp)
    case .underWay: break
    case .notBegun, nil: load(.appear)
    }
  }

  /// Includes a notice about the file with a copy of the whole session.
  func sentences(for losses: [ScreenStack<Route>.Loss]) -> [String] {
    guard !losses.isEmpty else { return [] }
    let copy = losses.contains(where: \.needsCopy) ? saver.quarantine() : nil
    return losses.map { $0.sentence + "." } + [copy].compactMap(\.self)
  }
}

/// Holding back keys until a password prompt is open, so that letters of a password don't trigger
/// the keys of the screen before it.
extension ScreenLoop {
  private var holdingLimit: Int { TextEntry.maximumLength }

  var awaitsPassword: Bool {
    guard !stack.top.takesPassword, stack.entries.last?.loading.isUnderWay == true,
      let route: Route = stack.topRoute
    else { return false }
    return application.awaitsPassword(route, lastLoadReason)
  }

  /// Returns false if the screen should handle the event.
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
    for index in held.indices { held[index] = .focus(false) }
    held = []
  }
}

extension Event {
  fileprivate var isOfText: Bool {
    switch self {
    case .paste, .key(.enter), .key(.backspace), .key(.delete): true
    case .key(let key):
      if case .character = key.code { !key.isControl && !key.isAlt } else { false }
    default: false
    }
  }
}

/// The exit reasons. The raw values begin a sentence.
enum ExitReason: String {
  case quit = "Quit"
  case lock = "Lock"
  /// Stops the process until the shell's `fg` resumes it.
  case suspend = "Suspend"
}
