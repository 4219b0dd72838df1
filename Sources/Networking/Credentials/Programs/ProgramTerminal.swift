/// Lends this process's terminal to programs that may prompt for a password: to one at a time.
///
/// The terminal belongs to the process, like its signals, so this is global. Until it is offered,
/// programs get no terminal.
@MainActor package enum ProgramTerminal {
  /// The screen that uses the terminal before and after a program.
  package struct Owner {
    /// Called before a program gets the terminal. The screen stops reading and painting.
    let lend: @MainActor () -> Void
    /// Called when it is time to show the user that a program is waited for. `needsRepaint` if
    /// another program has drawn on the terminal.
    let wait: @MainActor (_ program: String, _ since: Int, _ needsRepaint: Bool) -> Void
    /// Called when the terminal is back. `needsRepaint` as above; `quits` if the user asked to
    /// quit.
    let resume: @MainActor (_ needsRepaint: Bool, _ quits: Bool) -> Void

    package init(
      lend: @escaping @MainActor () -> Void,
      wait: @escaping @MainActor (_ program: String, _ since: Int, _ needsRepaint: Bool) -> Void,
      resume: @escaping @MainActor (_ needsRepaint: Bool, _ quits: Bool) -> Void
    ) {
      self.lend = lend
      self.wait = wait
      self.resume = resume
    }
  }

  private static var isOffered = false
  private static var owner: Owner?
  private static var loan: TerminalLoan?
  private static var waiting: [CheckedContinuation<Void, Never>] = []

  /// Offers the terminal to programs from now on. A command without a screen passes no owner.
  package static func offer(by owner: Owner? = nil) {
    isOffered = true
    self.owner = owner
  }

  package static var isLent: Bool { loan != nil }

  /// Kills the program that has the terminal, if any, and takes the terminal back.
  package static func recall() {
    if let loan { end(loan) }
  }

  /// Prepares the terminal for a program, after waiting for other programs to return it. Returns
  /// `nil` if there is none to lend.
  static func lend() async -> TerminalLoan? {
    guard isOffered else { return nil }
    while loan != nil { await withCheckedContinuation { waiting.append($0) } }
    owner?.lend()
    loan = TerminalLoan(hasScreen: owner != nil)
    if loan == nil { owner?.resume(false, false) }
    return loan
  }

  /// Takes the terminal back. Does nothing the second time.
  static func end(_ ended: TerminalLoan) {
    ended.takeBack()
    guard loan === ended else { return }
    loan = nil
    let others = waiting
    waiting = []
    for other in others { other.resume() }
    owner?.resume(ended.showsOthers, ended.quits)
  }

  static func reportWaiting(_ waitingLoan: TerminalLoan, of program: String, since: Int) {
    if loan === waitingLoan { owner?.wait(program, since, waitingLoan.showsOthers) }
  }
}
