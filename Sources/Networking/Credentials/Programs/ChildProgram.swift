import Core
import Foundation

/// A child program whose output is a secret. If the terminal is lent to it, it may prompt there.
///
/// Foundation's `Process` isn't used: it waits for background processes that the program leaves
/// behind, and leaves the output in memory.
struct ChildProgram: Sendable {
  /// The program's absolute path. PATH isn't searched.
  let path: String
  let arguments: [String]
  let environment: [String: String]
  let timeLimit: Duration

  enum End: Hashable, Sendable {
    case exit(code: Int32)
    case signal(Int32)
    case timeLimit
    /// The program was killed because it printed more than `outputLimit`.
    case outputLimit
    /// The user gave up waiting, with a key at the terminal.
    case givenUp
  }

  struct Run: Sendable {
    let end: End
    /// At most 64 KiB each of standard output and standard error.
    let output: Secret
    let errors: Secret
  }

  /// The largest input, in bytes: as many as a pipe takes without a reader.
  static let inputLimit = 4096
  static let outputLimit = 64 << 10

  /// Runs the program to its end. The time limit, too much output, and cancellation of the task
  /// kill it.
  ///
  /// Background processes that it leaves behind keep running and aren't waited for, unless the
  /// program was killed or had the terminal. Without `input`, it reads from the lent terminal, or
  /// else from /dev/null. `name` is shown to the user while the program is waited for. Throws
  /// `POSIXError` if it can't be started, and `CancellationError`.
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
    // A command without a screen ends as with Ctrl-C.
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
      // Esc sends SIGQUIT, which would dump core.
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
      // On their own threads, because they block: the concurrency pool has few threads.
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
