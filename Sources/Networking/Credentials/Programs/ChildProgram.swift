import CSystem
import Core
import FoundationEssentials
import Glibc
import Synchronization

/// A child program whose output is a secret. If the terminal is lent to it, it may prompt there.
struct ChildProgram: Sendable {
  /// Absolute: PATH isn't searched.
  let path: String
  let arguments: [String]
  let environment: [String: String]
  let timeLimit: Duration

  enum End: Hashable, Sendable {
    case exit(code: Int32)
    case signal(Int32)
    case timeLimit
    case outputLimit
    /// The user pressed a key at the terminal to stop waiting for the program.
    case givenUp
  }

  struct Run: Sendable {
    let end: End
    /// At most 64 KiB each of standard output and standard error.
    let output: Secret
    let errors: Secret
  }

  /// In bytes: as many as a pipe takes without a reader.
  static let inputLimit = 4096
  static let outputLimit = 64 << 10

  /// Runs the program to its end. The time limit, too much output, and cancellation of the task
  /// kill it. Background processes that it leaves behind aren't waited for, unless it was killed or
  /// had the terminal. Without `input`, it reads from the lent terminal, or else from /dev/null.
  /// `name` is shown while the user waits. Throws `POSIXError` if the program can't be started.
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
    let alarm = try WakeupPipe()
    let channel = OneShotChannel<Result<Run, any Error>>()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        BlockingThread.start {
          channel.put(Result { try runHere(input, name, at: loan, alarm) })
          continuation.resume()
        }
      }
    } onCancel: {
      alarm.ring(.cancelled)
    }
    guard let result = channel.take() else { throw CancellationError() }
    return try result.get()
  }

  private func runHere(
    _ input: Secret?, _ name: String, at loan: TerminalLoan?, _ alarm: WakeupPipe
  ) throws -> Run {
    let output = try SecretBuffer(limit: ChildProgram.outputLimit)
    let errors = try SecretBuffer(limit: ChildProgram.outputLimit)
    let (outputPipe, errorPipe) = (try DescriptorPair(), try DescriptorPair())
    if let loan {
      // Esc sends SIGQUIT, which would dump core.
      CoreDumps.forbid()
      loan.noteUsers()
      // So that the signals end the program, and this process.
      if !loan.hasScreen { NoEchoInput.hearSignals() }
    }
    let file = try input.map(pipe) ?? loan?.descriptor
    let child = try Subprocess(
      [path] + arguments, environment: environment, in: loan == nil ? .session : .group,
      input: file.map { .descriptor($0) } ?? .null, output: .descriptor(outputPipe.writing),
      errors: .descriptor(errorPipe.writing))
    if let loan {
      loan.give(to: child.process)
      if let group = try? GroupGuard(of: child) {
        BlockingThread.start { group.watch(loan, alarm) }
      }
    }
    let since = Int(Date().timeIntervalSince1970)
    var interruptions = child.readToEnd(
      ProcessOutput(outputPipe, output), errors: ProcessOutput(errorPipe, errors),
      until: .now + timeLimit, alarm,
      onStop: { loan?.noteStop($0, of: child.process) },
      look: loan.map { loan in
        {
          if loan.look() {
            Task { await ProgramTerminal.reportWaiting(loan, of: name, since: since) }
          }
        }
      })
    // Before the program is reaped, because its process group has the same number.
    if let loan {
      if !loan.takeBack() { interruptions.insert(.stopped) }
      // A guard may have joined the group since.
      child.killGroup()
    }
    let end = child.wait()
    if interruptions.contains(.cancelled) { throw CancellationError() }
    return Run(
      end: End(end, interruptions, wasLent: loan != nil), output: output.secret,
      errors: errors.secret)
  }

  /// Contains all of the input already, so that writing doesn't wait for the program.
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

extension ChildProgram.End {
  fileprivate init(
    _ end: ProcessEnd, _ interruptions: Set<Subprocess.Interruption>, wasLent: Bool
  ) {
    // A key at the terminal ended the program, which a shell reports as an exit code.
    let isOfKey = wasLent && (end.signal == SIGINT || end.signal == SIGQUIT)
    if interruptions.contains(.outputLimit) {
      self = .outputLimit
    } else if interruptions.contains(.timeLimit) {
      self = .timeLimit
    } else if isOfKey || interruptions.contains(.stopped) {
      self = .givenUp
    } else {
      switch end {
      case .exit(let code): self = .exit(code: code)
      case .signal(let signal): self = .signal(signal)
      }
    }
  }
}

/// Passes a value from one thread to another so that only one of them holds it. A continuation
/// would retain a secret until its thread runs again, so that two copies were in memory.
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

/// A process in the child's process group, for two purposes: it dies from the keys that give up,
/// whatever the other programs do with these signals; and it kills the group once this process is
/// gone, even by SIGKILL.
private struct GroupGuard: Sendable {
  private let process: Subprocess
  /// The pipe stays open for as long as this process lives.
  private let life: Descriptor

  init(of child: Subprocess) throws {
    let pipe = try DescriptorPair()
    process = try Subprocess(
      ["/bin/sh", "-c", "read line; kill -KILL 0"], environment: [:], in: .member(of: child),
      input: .descriptor(pipe.reading))
    life = pipe.writing
  }

  /// The guard ends at the latest with its group.
  func watch(_ loan: TerminalLoan, _ alarm: WakeupPipe) {
    while let signal = process.waitForStop() {
      guard signal == SIGTSTP, loan.hasScreen else { continue }
      loan.noteQuit()
      alarm.ring(.stopped)
    }
    let end = process.wait()
    if end == .signal(SIGINT) || end == .signal(SIGQUIT) { alarm.ring(.stopped) }
    withExtendedLifetime(life) {}
  }
}
