import Commands
import Dispatch
import Documents
import Foundation
import Networking
import Restoration
import Screens
import Servers
import TerminalNcurses
import Terminals

/// Runs applications on the terminal the process was started at, one after the other, until the person or a signal ends it.
@MainActor final class ApplicationRunner {
  private let terminal: NcursesTerminal
  private let name: String
  private let environment: [String: String]
  /// The screens that have the terminal now.
  private var screens: (any RunningScreens)?
  private var session: Session?
  private var idle: IdleAlarm?
  /// The way of documents from other processes to the screens; nil if none are taken.
  private var receiver: Receiver?
  private var sources: [any DispatchSourceProtocol] = []
  /// Looks now and then whether the shell has given the terminal back, to take it again; nil if this process has it.
  private var foreground: (any DispatchSourceTimer)?
  /// The last thing that is done before the process ends, with all saved and the terminal given back.
  var beforeEnd: () -> Void = {}
  /// True while a look at unfinished input is due.
  private var isAwaitingRest = false
  /// The sentences that came up while saving, and weren't shown yet.
  private var unsaid: [String] = []

  /// Takes the terminal. Throws `TerminalError`.
  init(_ name: String, _ options: NcursesTerminal.Options, environment: [String: String]) throws {
    #if os(Linux)
      // Dispatch begins to watch on a thread of its own, some time later. A signal that comes before that, with the terminal taken, must
      // neither end or stop the process nor be ignored but wait, on every thread: so it is blocked before the terminal is taken and before
      // the first of Dispatch's threads is made, and never set to be ignored, which would discard it. A process started from here inherits
      // the mask, so whoever starts one resets it there.
      var found = sigset_t()
      Self.mask(SIG_BLOCK, [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP], &found)
    #endif
    do {
      terminal = try NcursesTerminal(options: options, environment: environment)
    } catch {
      #if os(Linux)
        pthread_sigmask(SIG_SETMASK, &found, nil)
      #endif
      throw error
    }
    self.name = name
    self.environment = environment
  }

  /// Gives the terminal to an application, and takes it from the one that had it.
  ///
  /// - Parameters:
  ///   - resuming: The snapshot to resume instead of the session's own.
  ///   - idleLimit: The seconds without a key after which the application is locked; nil for never.
  ///   - receive: Returns the screens for documents that another process hands over; nil if none are taken.
  ///   - onLock: Called with the application's loop when it is locked, once it is saved; nil if it can't be locked.
  func show<Route: AppRoute>(
    _ application: Application<Route>, _ session: Session, resuming snapshot: Snapshot? = nil,
    idleLimit: Int? = nil, receive: (@MainActor @Sendable (OpenRequest) async -> [Route])? = nil,
    onLock: ((ScreenLoop<Route>) -> Void)? = nil
  ) throws {
    var session = session
    let restoreLevel = session.beginProbation()
    let loop = try ScreenLoop(
      application, framework: .standard, terminal: terminal, store: session.store,
      author: session.author, account: session.account, time: .system)
    screens?.close()
    ProgramTerminal.recall()
    screens = loop
    self.session = session
    loop.onQuit = { [weak self] in
      self?.giveBackTerminal()
      self?.beforeEnd()
      exit(ExitCode.success.rawValue)
    }
    if let onLock {
      loop.onLock = { [unowned loop, session] in
        // Who locks before the data are there hasn't seen the start fail.
        session.crashLoopGuard?.withdraw()
        onLock(loop)
      }
    }
    loop.onSuspend = { [weak self] in self?.stop() }
    loop.isOverdue = { [weak self] in self?.idle?.isOver == true }
    session.late?.onOpened = { [weak self] in self?.tell($0) }
    loop.onLend = { [weak self] work in self?.lend(to: work) }
    loop.onDrawn = { [session] in session.crashLoopGuard?.aboutToShow() }
    loop.onResumed = { [session] in session.crashLoopGuard?.pass() }
    idle = idleLimit.map {
      IdleAlarm(.sinceStart, limit: $0) { [weak loop] in loop?.turn() }
    }
    open(inbox: receive, for: loop, &session)
    loop.start(
      resuming: snapshot ?? session.snapshot, restoreLevel, isHeld: snapshot != nil,
      notices: session.notices, notSaving: session.notSaving)
  }

  /// Lets other processes hand documents to a session that is this one's. If that can't be, the person is told.
  private func open<Route: AppRoute>(
    inbox receive: (@MainActor @Sendable (OpenRequest) async -> [Route])?,
    for loop: ScreenLoop<Route>,
    _ session: inout Session
  ) {
    receiver?.close()
    receiver = nil
    guard let receive, session.isOwned, let path = session.path else { return }
    let address = InstanceAddress(of: name, session: path, environment: environment)
    do {
      receiver = try Receiver(at: address, find: receive) { [weak loop] delivery, routes in
        guard let loop else { return .refused("it is locked") }
        guard !routes.isEmpty else { return .refused("it doesn't show such documents") }
        guard loop.open(routes, saying: "\(delivery.words) came from another window.") else {
          return .refused("it is locked, or has too many screens open")
        }
        let verb = delivery.isOne ? "is" : "are"
        return .taken("\(delivery.words) \(verb) open in \(ThisMachine.process).")
      }
    } catch {
      session.say("Other windows can't hand documents to this one: \(error.localizedDescription)")
    }
  }

  /// Lends the terminal to work that runs another program there. Whatever that has done to the terminal, it is taken again as it should be.
  private func lend(to work: () -> Void) {
    terminal.suspend()
    if let receiver { receiver.whileLent(work) } else { work() }
    // Keys that the other program has left unread were meant for it.
    dropInput()
    guard terminal.isInForeground else {
      awaitForeground()
      return
    }
    terminal.resume()
  }

  /// Lets programs that are asked for a password ask at the terminal.
  private func offerTerminal() {
    ProgramTerminal.offer(
      by: ProgramTerminal.Owner(
        lend: { [self] in terminal.lend() },
        wait: { [self] program, since, isAnew in
          terminal.paintWhileLent(isAnew: isAnew) {
            screens?.say(waitingFor: program, since: since)
          }
        },
        resume: { [self] isAnew, quits in
          screens?.endWaiting()
          terminal.takeBack(isAnew: isAnew)
          screens?.repaint()
          if quits { screens?.quit() }
        }))
  }

  /// Shows an application that must be shown: if it can't be, the process ends, and nothing more is seen.
  func showOrEnd<Route: AppRoute>(_ application: Application<Route>, _ session: Session) {
    do {
      try show(application, session)
    } catch {
      unsaid.append("It can't be locked, so it has ended: \(error).")
      giveBackTerminal()
      beforeEnd()
      exit(ExitCode.software.rawValue)
    }
  }

  /// Runs the application that `begin` shows. If `begin` throws, so does this, and the terminal is as it was found.
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
    // A line that dropped is readable for ever; everything is saved already.
    if terminal.isHungUp { end(by: SIGHUP) }
    if ProgramTerminal.isLent {
      // The keys are the program's, and stay readable until that has read them.
      poll(nil, 0, 50)
      return
    }
    // After bg the keys are ours again with the shell's fg.
    if foreground != nil { proceed() }
    if foreground != nil {
      // What was typed is another program's, and stays readable until that has read it.
      poll(nil, 0, 200)
      return
    }
    // A key that comes too late puts nothing off.
    if idle?.isOver == false { idle?.touch() }
    screens?.turn()
    awaitRest()
  }

  /// Looks again when what the terminal has begun to send isn't waited for any longer: an Escape that was held is told then.
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

  /// Calls `action` on the main queue when a signal arrives, in place of what the signal does by itself.
  private func watch(_ number: Int32, _ action: @escaping @MainActor () -> Void) {
    #if !os(Linux)
      // SIGCONT continues the process whatever is said, and the others must not end it before the terminal is put right.
      signal(number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(action) }
    source.resume()
    sources.append(source)
  }

  /// Has it noted at once when the process is to end: the main thread may be waiting for a program that has the terminal, or for a terminal
  /// that nobody reads.
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

  /// Stops, at Ctrl-Z or SIGTSTP: saves, gives the terminal back, and stops as the shell expects it.
  private func stop() {
    ProgramTerminal.recall()
    screens?.saveDurably()
    dropInput()
    terminal.suspend()
    JobControl.stop()
    // Here the process was stopped, and goes on with fg; or there is nobody who could have let it go on.
    proceed()
  }

  private func proceed() {
    guard !ProgramTerminal.isLent else { return }
    guard terminal.isInForeground else { return awaitForeground() }
    foreground?.cancel()
    foreground = nil
    // This shows nothing yet, and the turn nothing that should have been locked by now.
    terminal.resume()
    screens?.turn()
    screens?.repaint()
  }

  /// Takes the terminal again with the shell's fg, which sends no signal to a process that goes on in the background.
  private func awaitForeground() {
    guard foreground == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(200), repeating: .milliseconds(200))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.proceed() } }
    timer.resume()
    foreground = timer
  }

  /// Ends the process by the signal that asked for it, so that its parent sees why.
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

  /// Ends the process in two seconds, or once it should have ended and can't, because its terminal is read by nobody: that can't be given
  /// back either. Whatever is painted there is saved already.
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

  /// Throws away what was typed behind a key that ends or stops the process: the rest of a paste with such a key in it isn't for the shell.
  ///
  /// In the background it is another program's, and this would stop the process (SIGTTOU).
  private func dropInput() {
    if terminal.isInForeground { tcflush(terminal.inputDescriptor, TCIFLUSH) }
  }

  /// Shows sentences, once the turn in which they came up is over.
  private func tell(_ sentences: [String]) {
    unsaid += sentences
    Task { [weak self] in
      guard let self, !unsaid.isEmpty else { return }
      screens?.notify(unsaid.joined(separator: " "))
      unsaid = []
    }
  }

  private func giveBackTerminal() {
    ProgramTerminal.recall()
    receiver?.close()
    terminal.close()
    // The status line is gone; and what failed at the end was never in it.
    let loss = screens?.notSaving.map { "not saved: \($0)" }
    for sentence in unsaid + [loss].compactMap(\.self) {
      StandardError.write("\(name): \(SafeText.visible(sentence))\n")
    }
  }

  /// Blocks or unblocks signals on this thread. `found` becomes what was blocked before.
  nonisolated private static func mask(
    _ change: Int32, _ numbers: [Int32], _ found: UnsafeMutablePointer<sigset_t>? = nil
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(change, &signals, found)
  }
}
