/// Lends this process's terminal to programs that may prompt for a password, one at a time. Global,
/// because the terminal belongs to the process, like its signals. Until it is offered, programs get
/// no terminal.
@MainActor package enum ProgramTerminal {
  /// The screen that uses the terminal before and after a program.
  package struct Owner {
    /// The screen stops reading and painting.
    let lend: @MainActor () -> Void
    /// Shows the user that a program is waited for. `needsRepaint` if another program has drawn.
    let wait: @MainActor (_ program: String, _ since: Int, _ needsRepaint: Bool) -> Void
    /// `needsRepaint` as above; `quits` if the user asked to quit.
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

  /// A command without a screen passes no owner.
  package static func offer(by owner: Owner? = nil) {
    isOffered = true
    self.owner = owner
  }

  package static var isLent: Bool { loan != nil }

  /// Kills the program that has the terminal, if any.
  package static func recall() {
    if let loan { end(loan) }
  }

  /// Waits for other programs to return the terminal. Returns `nil` if there is none to lend.
  static func lend() async -> TerminalLoan? {
    guard isOffered else { return nil }
    while loan != nil { await withCheckedContinuation { waiting.append($0) } }
    owner?.lend()
    loan = TerminalLoan(hasScreen: owner != nil)
    if loan == nil { owner?.resume(false, false) }
    return loan
  }

  /// Does nothing the second time.
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
