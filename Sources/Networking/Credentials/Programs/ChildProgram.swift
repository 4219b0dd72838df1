import CSystem
import Core
import Foundation
import Synchronization

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
      Task { await ProgramTerminal.reportWaiting(loan, of: name, since: since) }
    }
    let channel = OneShotChannel<Result<Run, any Error>>()
    await withTaskCancellationHandler {
      // On their own threads, because they block: the concurrency pool has few threads.
      await withCheckedContinuation { continuation in
        if let loan, let group = try? GroupGuard(of: child.process) {
          Thread { group.watch(loan, alarm) }.start()
        }
        Thread { child.waitForEnd(loan, then: alarm) }.start()
        Thread {
          channel.put(Result { try watch.run() })
          continuation.resume()
        }.start()
      }
    } onCancel: {
      alarm.ring(.cancelled)
    }
    guard let result = channel.take() else { throw CancellationError() }
    return try result.get()
  }
}

/// A child process that wasn't reaped yet.
struct StartedChild: Sendable {
  let process: pid_t
  let output: Descriptor
  let errors: Descriptor

  /// Waits until the program has ended, but doesn't reap it, so that its process number stays
  /// valid. If it stops, continues it when it may use the terminal.
  func waitForEnd(_ loan: TerminalLoan?, then alarm: Alarm) {
    while true {
      switch reprise_wait_for_change(process) {
      case 0: return alarm.ring(.ended)
      case SIGTTIN, SIGTTOU:
        // The program used the terminal before it was moved to the foreground, or another job is in
        // the foreground.
        if loan?.give(to: process) != true { poll(nil, 0, 200) }
      case SIGTSTP:
        // Below a screen this is the quit key, which the group's guard reports.
        if let loan, !loan.hasScreen { loan.stopJob(of: process) }
      default: continue
      }
    }
  }

  /// Kills the program's process group. Not to be called after the program was reaped.
  func kill() { _ = Foundation.kill(-process, SIGKILL) }

  func reap() -> ChildProgram.End { StartedChild.reap(process) }

  static func reap(_ process: pid_t) -> ChildProgram.End {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
  }
}

extension ChildProgram {
  func start(input: Secret? = nil, at loan: TerminalLoan? = nil) throws -> StartedChild {
    let output = try DescriptorPair()
    let errors = try DescriptorPair()
    output.reading.setNonBlocking()
    errors.reading.setNonBlocking()
    let input =
      try input.map(pipe) ?? loan?.descriptor ?? Descriptor(opening: "/dev/null", O_RDONLY)
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process = pid_t()
    let problem = reprise_spawn(
      &process, path, &argv, &envp, input.number, output.writing.number, errors.writing.number,
      loan == nil ? -1 : 0)
    guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .EIO) }
    loan?.give(to: process)
    return StartedChild(process: process, output: output.reading, errors: errors.reading)
  }

  /// A pipe that contains all of the input already, so that writing doesn't wait for the program.
  private func pipe(_ input: Secret) throws -> Descriptor {
    let pipe = try DescriptorPair()
    try input.withBytes { bytes in
      guard bytes.count <= ChildProgram.inputLimit else { throw POSIXError(.E2BIG) }
      guard bytes.isEmpty || write(pipe.writing.number, bytes.baseAddress, bytes.count) >= 0 else {
        throw POSIXError.last
      }
    }
    return pipe.reading
  }
}

/// Passes a value from one thread to another so that only one of them holds it.
///
/// If a continuation were resumed with a secret, the resuming thread would retain it until it runs
/// again, so that two copies were in memory.
final class OneShotChannel<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func put(_ new: consuming sending Value) {
    let new = consume new
    value.withLock { $0 = new }
  }

  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
