import Accounts
import Commands
import Dispatch
import Documents
import FoundationEssentials
import Glibc
import Networking
import Restoration
import Screens
import TerminalNcurses
import Terminals

/// Runs applications in the terminal, one after the other, until the user or a signal ends the
/// process.
@MainActor final class ApplicationRunner {
  private let terminal: NcursesTerminal
  private let name: String
  private let environment: [String: String]
  /// The screens that use the terminal.
  private var screens: (any RunningScreens)?
  private var session: Session?
  private var idle: IdleAlarm?
  /// Receives documents from other processes; `nil` if none are accepted.
  private var receiver: Receiver?
  private var sources: [any DispatchSourceProtocol] = []
  /// Polls whether the shell has brought this process to the foreground; `nil` while it is there.
  private var foreground: (any DispatchSourceTimer)?
  /// Called just before the process exits, after everything is saved and the terminal is restored.
  var beforeEnd: () -> Void = {}
  /// The state for the process that replaces this one once it is in the foreground.
  private var replacement: LockedRun?
  /// The time of the last key since the application was shown; `nil` if there was none.
  private var lastInput: ContinuousClock.Instant?
  /// Whether a check for incomplete input is scheduled.
  private var isAwaitingRest = false
  /// Messages that came up while saving and weren't shown yet.
  private var pendingNotices: [String] = []

  init(_ name: String, _ options: NcursesTerminal.Options, environment: [String: String]) throws {
    // Dispatch starts watching signals later, on a thread of its own. Until then, a signal must
    // neither end nor stop the process nor be lost, but stay pending on every thread. So the
    // signals are blocked before the terminal is opened and before Dispatch creates its first
    // thread. They aren't set to be ignored, which would discard them. Child processes inherit
    // the mask, so code that starts one must reset it.
    var found = sigset_t()
    Self.mask(SIG_BLOCK, [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP], &found)
    do {
      terminal = try NcursesTerminal(options: options, environment: environment)
    } catch {
      pthread_sigmask(SIG_SETMASK, &found, nil)
      throw error
    }
    self.name = name
    self.environment = environment
  }

  /// Shows an application in the terminal, replacing the previous one.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to restore instead of the session's own.
  ///   - idleLimit: The seconds without input after which the application is locked; `nil` for
  ///     never.
  ///   - receive: Returns the screens for documents from another process; `nil` if none are
  ///     accepted.
  ///   - onLock: Called with the application's loop when it is locked, after it was saved; `nil` if
  ///     it can't be locked.
  func show<Route: AppRoute>(
    _ application: Application<Route>, _ session: Session, resuming snapshot: Snapshot? = nil,
    idleLimit: Int? = nil, receive: (@MainActor @Sendable (OpenRequest) async -> [Route])? = nil,
    onLock: ((ScreenLoop<Route>) -> Void)? = nil
  ) throws {
    var session = session
    let restoreLevel = session.beginCrashLoopGuard()
    let loop = try ScreenLoop(
      application, framework: .standard, terminal: terminal, store: session.store,
      author: session.author, account: session.account, time: .system)
    screens?.close()
    ProgramTerminal.recall()
    (replacement, lastInput) = (nil, nil)
    screens = loop
    self.session = session
    loop.onQuit = { [weak self] in
      self?.giveBackTerminal()
      self?.beforeEnd()
      exit(ExitCode.success.rawValue)
    }
    if let onLock {
      loop.onLock = { [unowned loop, session] in
        // Locking before the data is loaded doesn't count as a failed start.
        session.crashLoopGuard?.withdraw()
        onLock(loop)
      }
    }
    loop.onSuspend = { [weak self] in self?.stop() }
    loop.isOverdue = { [weak self] in self?.idle?.isOver == true }
    session.deferredStore?.onOpened = { [weak self] in self?.showNotices($0) }
    loop.onLend = { [weak self] work in self?.lend(to: work) }
    loop.onDrawn = { [session] in session.crashLoopGuard?.aboutToShow() }
    loop.onResumed = { [session] in session.crashLoopGuard?.pass() }
    idle = idleLimit.map {
      IdleAlarm(.sinceStart, limit: $0) { [weak loop] in loop?.turn() }
    }
    openReceiver(receive, for: loop, &session)
    loop.start(
      resuming: snapshot ?? session.snapshot, restoreLevel, isHeld: snapshot != nil,
      notices: session.notices, notSaving: session.notSaving)
  }

  /// Accepts documents from other processes if this process owns the session. A failure is reported
  /// to the user.
  private func openReceiver<Route: AppRoute>(
    _ receive: (@MainActor @Sendable (OpenRequest) async -> [Route])?,
    for loop: ScreenLoop<Route>,
    _ session: inout Session
  ) {
    receiver?.close()
    receiver = nil
    guard let receive, session.isOwned, let path = session.path else { return }
    let address = InstanceAddress(of: name, session: path, environment: environment)
    do {
      receiver = try Receiver(at: address, find: receive) { [weak loop] openRequest, routes in
        guard let loop else { return .refused("it is locked") }
        guard !routes.isEmpty else { return .refused("it doesn't show such documents") }
        guard loop.open(routes, saying: "\(openRequest.description) came from another window.")
        else {
          return .refused("it is locked, or has too many screens open")
        }
        let verb = openRequest.isOne ? "is" : "are"
        return .taken("\(openRequest.description) \(verb) open in \(ThisMachine.process).")
      }
    } catch {
      session.say("Other windows can't hand documents to this one: \(error.message)")
    }
  }

  /// Suspends the terminal while `work` runs another program in it, and restores it afterwards.
  private func lend(to work: () -> Void) {
    terminal.suspend()
    if let receiver { receiver.whileLent(work) } else { work() }
    // Unread keys were meant for the other program.
    dropInput()
    guard terminal.isInForeground else {
      awaitForeground()
      return
    }
    terminal.resume()
  }

  /// Lets programs that provide a password prompt the user in the terminal.
  private func offerTerminal() {
    ProgramTerminal.offer(
      by: ProgramTerminal.Owner(
        lend: { [self] in terminal.lend() },
        wait: { [self] program, since, needsRepaint in
          terminal.paintWhileLent(needsRepaint: needsRepaint) {
            screens?.say(waitingFor: program, since: since)
          }
        },
        resume: { [self] needsRepaint, quits in
          screens?.endWaiting()
          terminal.takeBack(needsRepaint: needsRepaint)
          screens?.repaint()
          if quits { screens?.quit() }
        }))
  }

  /// Shows an application, or ends the process if that fails, so that the previous screens don't
  /// stay visible.
  func showOrEnd<Route: AppRoute>(_ application: Application<Route>, _ session: Session) {
    do {
      try show(application, session)
    } catch {
      pendingNotices.append("It can't be locked, so it has ended: \(error).")
      giveBackTerminal()
      beforeEnd()
      exit(ExitCode.software.rawValue)
    }
  }

  /// Replaces this process by a new one of the program, which finds `state` (`LockedRun.received`)
  /// and paints its own frame over this one's: nothing of the application is in its memory. If that
  /// isn't possible, this process goes on, and says so.
  func replaceProcess(with state: LockedRun) {
    ProgramTerminal.recall()
    // A terminal that another job has can't be handed on; `proceed` does it when `fg` comes.
    guard terminal.isInForeground else {
      replacement = state
      return awaitForeground()
    }
    // A password that is being typed would be lost with this process.
    if let lastInput, .now < lastInput + .seconds(5) {
      replacement = state
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(5)) { [weak self] in
        MainActor.assumeIsolated { self?.resumeReplacement() }
      }
      return
    }
    var state = state
    state.modes = terminal.handOn()
    // A signal that Dispatch has received already wouldn't reach the new process.
    if JobControl.isTerminationRequested { end(by: SIGTERM) }
    let reason = state.replaceProcess(environment)
    NcursesTerminal.restoreModes(state.modes)
    terminal.resume()
    screens?.repaint()
    showNotices(["The memory of this process couldn't be cleared: \(reason)."])
  }

  /// Runs the application that `begin` shows. If `begin` throws, restores the terminal and
  /// rethrows.
  func run(_ begin: () throws -> Void) throws -> Never {
    watch(SIGWINCH) { [weak self] in
      self?.terminal.resized()
      self?.screens?.turn()
    }
    watch(SIGTSTP) { [weak self] in self?.stop() }
    watch(SIGCONT) { [weak self] in self?.proceed() }
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      watch(signal) { [weak self] in self?.end(by: signal) }
    }
    noteEnd()
    offerTerminal()
    do {
      try begin()
    } catch {
      terminal.close()
      throw error
    }
    MainThread.run(input: terminal.inputDescriptor) { takeInput() }
  }

  private func takeInput() {
    // A closed connection is readable forever. Everything is saved already.
    if terminal.isHungUp { end(by: SIGHUP) }
    if ProgramTerminal.isLent {
      // The keys belong to the program and stay readable until it has read them; the pause avoids a
      // busy loop.
      poll(nil, 0, 50)
      return
    }
    // After `bg`, the shell's `fg` brings this process to the foreground again.
    if foreground != nil { proceed() }
    if foreground != nil {
      // The keys belong to the foreground process and stay readable until it has read them; the
      // pause avoids a busy loop.
      poll(nil, 0, 200)
      return
    }
    // A key after the idle limit doesn't prevent locking.
    if idle?.isOver == false { idle?.touch() }
    lastInput = .now
    screens?.turn()
    awaitRest()
  }

  /// Processes input again when the deadline for an incomplete escape sequence has passed; a held
  /// Escape key is delivered then.
  private func awaitRest() {
    guard !isAwaitingRest, let deadline = terminal.inputDeadline else { return }
    isAwaitingRest = true
    let left = max(0, (deadline - .now) / .milliseconds(1))
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(left) + 1)) { [weak self] in
      MainActor.assumeIsolated {
        self?.isAwaitingRest = false
        if self?.foreground == nil { self?.screens?.turn() }
        self?.awaitRest()
      }
    }
  }

  /// Calls `action` on the main queue when a signal arrives, instead of the signal's default
  /// action.
  private func watch(_ number: Int32, _ action: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(action) }
    source.resume()
    sources.append(source)
  }

  /// Records a request to end at once on another thread, because the main thread may be waiting for
  /// a program in the terminal, or for a terminal whose output isn't read.
  private func noteEnd() {
    for number in [SIGTERM, SIGHUP] {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable [terminal] in
        JobControl.noteEnd()
        Self.end(by: number, ifStalled: terminal)
      }
      source.resume()
      sources.append(source)
    }
  }

  /// Handles Ctrl-Z and SIGTSTP: saves, restores the terminal, and stops the process as shells
  /// expect.
  private func stop() {
    ProgramTerminal.recall()
    screens?.saveDurably()
    dropInput()
    terminal.suspend()
    JobControl.stop()
    // The process was stopped and continued by `fg`, or no shell could have continued it.
    proceed()
  }

  private func proceed() {
    guard !ProgramTerminal.isLent else { return }
    guard terminal.isInForeground else { return awaitForeground() }
    foreground?.cancel()
    foreground = nil
    // Nothing is drawn yet, so an overdue lock takes effect before anything is shown.
    terminal.resume()
    screens?.turn()
    screens?.repaint()
    resumeReplacement()
  }

  private func resumeReplacement() {
    guard let state = replacement else { return }
    replacement = nil
    replaceProcess(with: state)
  }

  /// Polls for the foreground, because the shell's `fg` sends no signal to a process that runs in
  /// the background.
  private func awaitForeground() {
    guard foreground == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(200), repeating: .milliseconds(200))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.proceed() } }
    timer.resume()
    foreground = timer
  }

  /// Saves and ends the process with the signal's default action, so that its parent sees the
  /// cause.
  private func end(by number: Int32) -> Never {
    ProgramTerminal.recall()
    screens?.saveDurably()
    session?.crashLoopGuard?.withdraw()
    if number == SIGINT { dropInput() }
    giveBackTerminal()
    beforeEnd()
    signal(number, SIG_DFL)
    Self.mask(SIG_UNBLOCK, [number])
    raise(number)
    exit(128 + number)
  }

  /// Ends the process if, after two seconds or later, its terminal is stalled because its output
  /// isn't read. The terminal can't be restored then. Everything on the screen is saved already.
  nonisolated private static func end(by number: Int32, ifStalled terminal: NcursesTerminal) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(2)) {
      guard terminal.isStalled else {
        end(by: number, ifStalled: terminal)
        return
      }
      signal(number, SIG_DFL)
      mask(SIG_UNBLOCK, [number])
      raise(number)
    }
  }

  /// Discards input after a key that ends or stops the process, so that the rest of a paste doesn't
  /// go to the shell.
  ///
  /// Does nothing in the background: the input belongs to another program, and discarding it would
  /// stop the process (SIGTTOU).
  private func dropInput() {
    if terminal.isInForeground { tcflush(terminal.inputDescriptor, TCIFLUSH) }
  }

  /// Shows messages after the current turn.
  private func showNotices(_ sentences: [String]) {
    pendingNotices += sentences
    Task { [weak self] in
      guard let self, !pendingNotices.isEmpty else { return }
      screens?.notify(pendingNotices.joined(separator: " "))
      pendingNotices = []
    }
  }

  private func giveBackTerminal() {
    ProgramTerminal.recall()
    receiver?.close()
    terminal.close()
    // The status line is gone, and errors of the last save were never shown in it.
    let loss = screens?.notSaving.map { "not saved: \($0)" }
    for sentence in pendingNotices + [loss].compactMap(\.self) {
      StandardError.write("\(name): \(SafeText.visible(sentence))\n")
    }
  }

  /// Blocks or unblocks signals on this thread. `found` receives the previous mask.
  nonisolated private static func mask(
    _ change: Int32, _ numbers: [Int32], _ found: UnsafeMutablePointer<sigset_t>? = nil
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(change, &signals, found)
  }
}

/// The screens in the terminal, independent of their route type.
@MainActor protocol RunningScreens: AnyObject {
  func turn()
  func repaint()
  func saveDurably()
  /// Why nothing is saved; `nil` if saving works or isn't wanted.
  var notSaving: String? { get }
  func notify(_ sentence: String)
  func quit()
  func say(waitingFor program: String, since: Int)
  func endWaiting()
  func close()
}

extension ScreenLoop: RunningScreens {}
