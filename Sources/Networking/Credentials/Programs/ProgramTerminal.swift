/// The terminal of this process, as it is lent to programs that may ask for a password there: one
/// at a time.
///
/// It is the process's own, like its signals, so there is one. Nothing is lent before it is
/// offered: then a program has no terminal.
@MainActor package enum ProgramTerminal {
  /// The screen that has the terminal before and after a program.
  package struct Owner {
    /// Called before a program gets the terminal: from now on nothing is read or painted.
    let lend: @MainActor () -> Void
    /// Called when the user is to be told that a program is waited for. `isAnew` if the terminal
    /// shows something else than the screen.
    let wait: @MainActor (_ program: String, _ since: Int, _ isAnew: Bool) -> Void
    /// Called when the terminal is back. `isAnew` as above; `quits` if the user wants to quit.
    let resume: @MainActor (_ isAnew: Bool, _ quits: Bool) -> Void

    package init(
      lend: @escaping @MainActor () -> Void,
      wait: @escaping @MainActor (_ program: String, _ since: Int, _ isAnew: Bool) -> Void,
      resume: @escaping @MainActor (_ isAnew: Bool, _ quits: Bool) -> Void
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

  /// Offers the terminal to programs from now on; without an owner, that of a command, which has no
  /// screen.
  package static func offer(by owner: Owner? = nil) {
    isOffered = true
    self.owner = owner
  }

  /// True while a program has the terminal.
  package static var isLent: Bool { loan != nil }

  /// Ends the program that has the terminal, if any, and takes the terminal back.
  package static func recall() {
    if let loan { end(loan) }
  }

  /// Prepares the terminal for a program, once no other has it. Returns nil where there is none to
  /// lend.
  static func lend() async -> TerminalLoan? {
    guard isOffered else { return nil }
    while loan != nil { await withCheckedContinuation { waiting.append($0) } }
    owner?.lend()
    loan = TerminalLoan(hasScreen: owner != nil)
    if loan == nil { owner?.resume(false, false) }
    return loan
  }

  /// Takes the terminal back, unless that was done before.
  static func end(_ ended: TerminalLoan) {
    ended.takeBack()
    guard loan === ended else { return }
    loan = nil
    let others = waiting
    waiting = []
    others.forEach { $0.resume() }
    owner?.resume(ended.showsOthers, ended.quits)
  }

  /// Tells the user what is waited for.
  static func tell(_ told: TerminalLoan, of program: String, since: Int) {
    if loan === told { owner?.wait(program, since, told.showsOthers) }
  }
}
