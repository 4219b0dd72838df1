import Foundation
import Values

/// A program that is started to say something: its output is a secret, and it may ask at the
/// terminal if that is offered.
///
/// Foundation's `Process` won't do: it waits for whatever a program leaves running behind it, and leaves the output in memory.
struct ChildProgram: Sendable {
  /// The program's absolute path: nothing is looked up.
  let path: String
  let arguments: [String]
  let environment: [String: String]
  let timeLimit: Duration

  enum End: Hashable, Sendable {
    case exit(code: Int32)
    case signal(Int32)
    case timeLimit
    /// The program was ended because its output has more than `outputLimit`.
    case outputLimit
    /// The user has given up waiting, by a key at the terminal.
    case givenUp
  }

  struct Run: Sendable {
    let end: End
    /// The first 64 KiB each of the output and the standard errors.
    let output: Secret
    let errors: Secret
  }

  /// The most bytes of input: as many as a pipe takes before anybody reads.
  static let inputLimit = 4096
  static let outputLimit = 64 << 10

  /// Runs the program to its end, which the time limit, too much output and the task's cancellation bring about at once.
  ///
  /// Programs that it has left running in the background go on, but aren't waited for, unless it
  /// was ended, or had the terminal. Without input it reads from the terminal that is lent, or from
  /// /dev/null. `name` is what the user is told is waited for. Throws `POSIXError` if it can't be
  /// started, and `CancellationError`.
  @concurrent func run(input: Secret? = nil, name: String = "a program") async throws -> Run {
    try Task.checkCancellation()
    let loan = await ProgramTerminal.lend()
    let result: Result<Run, any Error>
    do {
      result = .success(try await run(input: input, name: name, at: loan))
    } catch {
      result = .failure(error)
    }
    if let loan { await ProgramTerminal.end(loan) }
    let run = try result.get()
    // A command ends as Ctrl-C ends it.
    if run.end == .givenUp, loan?.hasScreen == false {
      NoEchoInput.hearSignals()
      raise(SIGINT)
    }
    return run
  }

  private nonisolated(nonsending) func run(
    input: Secret?, name: String, at loan: TerminalLoan?
  ) async throws -> Run {
    try Task.checkCancellation()
    let alarm = try Alarm()
    if let loan {
      // Esc sends a signal that leaves a picture of the program's memory.
      CoreDumps.forbid()
      loan.noteUsers()
    }
    let child = try start(input: input, at: loan)
    let since = Int(Date().timeIntervalSince1970)
    let watch = ChildWatch(child, alarm, timeLimit, at: loan) { loan in
      Task { await ProgramTerminal.tell(loan, of: name, since: since) }
    }
    let handover = OneShotChannel<Result<Run, any Error>>()
    await withTaskCancellationHandler {
      // Threads of their own, since they wait: the tasks' threads are few.
      await withCheckedContinuation { continuation in
        if let loan, let group = try? GroupGuard(of: child.process) {
          Thread { group.watch(loan, alarm) }.start()
        }
        Thread { child.waitForEnd(loan, then: alarm) }.start()
        Thread {
          handover.put(Result { try watch.run() })
          continuation.resume()
        }.start()
      }
    } onCancel: {
      alarm.ring(.cancelled)
    }
    guard let result = handover.take() else { throw CancellationError() }
    return try result.get()
  }
}
