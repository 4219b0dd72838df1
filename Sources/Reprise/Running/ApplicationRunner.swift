import Dispatch
import Foundation
import Restoration
import Screens
import TerminalNcurses
import Terminals

/// Runs an application on the terminal the process was started at, until the person or a signal ends it.
@MainActor final class ApplicationRunner<Route: AppRoute> {
  private let terminal: NcursesTerminal
  private let loop: ScreenLoop<Route>
  private let session: Session
  private let name: String
  /// How much of it is resumed.
  private let resumption: Resumption
  private var sources: [any DispatchSourceProtocol] = []
  /// Whether the terminal was given back, and not yet taken again.
  private var isStopped = false
  /// What came to light while saving, and wasn't shown yet.
  private var unsaid: [String] = []

  init(
    _ application: Application<Route>, _ session: Session, isASCII: Bool,
    environment: [String: String]
  ) throws {
    terminal = try NcursesTerminal(options: .init(isASCII: isASCII), environment: environment)
    name = application.name
    var session = session
    resumption = session.beginProbation()
    self.session = session
    do {
      loop = try ScreenLoop(
        application, framework: .standard, terminal: terminal, store: session.store,
        author: session.author, principal: session.principal, time: .system)
    } catch {
      terminal.close()
      throw error
    }
  }

  func run() -> Never {
    loop.onQuit = { [weak self] in
      self?.giveBackTerminal()
      exit(ExitCode.success.rawValue)
    }
    #if os(Linux)
      // Dispatch begins to watch on a thread of its own, some time later. A signal that comes before that must neither end the process
      // nor be ignored but wait, on every thread: so it is blocked before the first of Dispatch's is made, and never set to be ignored,
      // which would discard it. A process started from here inherits the mask, so whoever starts one resets it there.
      mask(SIG_BLOCK, [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP])
    #endif
    watch(SIGWINCH) { [terminal, loop] in
      terminal.resized()
      loop.turn()
    }
    watch(SIGTSTP) { [weak self] in self?.stop() }
    watch(SIGCONT) { [weak self] in self?.proceed() }
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      watch(signal) { [weak self] in self?.end(by: signal) }
    }
    session.late?.onOpened = { [weak self] in self?.tell($0) }
    loop.onDrawn = { [session] in session.probation?.aboutToShow() }
    loop.onResumed = { [session] in session.probation?.pass() }
    loop.start(
      resuming: session.snapshot, resumption, notices: session.notices,
      notSaving: session.notSaving)
    MainThread.run(input: terminal.inputDescriptor) { takeInput() }
  }

  private func takeInput() {
    // A line that dropped is readable for ever; everything is saved already.
    if terminal.isHungUp { end(by: SIGHUP) }
    // After bg a shell's fg sends no signal, but the keys are ours again.
    if isStopped { proceed() }
    loop.turn()
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

  /// Ctrl-Z: save, give the terminal back, and stop as the shell expects it.
  private func stop() {
    loop.saveDurably()
    terminal.suspend()
    isStopped = true
    // SIGTSTP itself is blocked while Dispatch watches it; to the shell either is a stop.
    raise(SIGSTOP)
    // Here the process was stopped, and goes on with fg.
    proceed()
  }

  private func proceed() {
    guard terminal.isInForeground else { return }
    isStopped = false
    terminal.resume()
    loop.turn()
    loop.repaint()
  }

  /// Ends the process by the signal that asked for it, so that its parent sees why.
  private func end(by number: Int32) -> Never {
    loop.saveDurably()
    session.probation?.withdraw()
    giveBackTerminal()
    signal(number, SIG_DFL)
    mask(SIG_UNBLOCK, [number])
    raise(number)
    exit(128 + number)
  }

  /// Shows sentences when the turn is over in which they came up.
  private func tell(_ sentences: [String]) {
    unsaid += sentences
    Task { [weak self] in
      guard let self, !unsaid.isEmpty else { return }
      loop.notify(unsaid.joined(separator: " "))
      unsaid = []
    }
  }

  private func giveBackTerminal() {
    terminal.close()
    for sentence in unsaid {
      FileHandle.standardError.write(Data("\(name): \(SafeText.visible(sentence))\n".utf8))
    }
  }

  private func mask(_ change: Int32, _ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(change, &signals, nil)
  }
}
