import CSpawn
import Foundation
import Values

/// A program that runs, or has run and wasn't buried yet.
struct StartedChild: Sendable {
  let process: pid_t
  let output: Descriptor
  let errors: Descriptor

  /// Waits until the program has ended, and leaves it unburied, so that its number stays its own.
  /// One that is stopped meanwhile goes on as the terminal's user wants.
  func waitForEnd(_ loan: TerminalLoan?, then alarm: Alarm) {
    while true {
      switch reprise_wait_for_change(process) {
      case 0: return alarm.ring(.ended)
      case SIGTTIN, SIGTTOU:
        // It touched the terminal before that was its own; or it isn't its own, because another job
        // has it.
        if loan?.give(to: process) != true { poll(nil, 0, 200) }
      case SIGTSTP:
        // Below a screen that is the key that quits, of which the group's guard tells.
        if let loan, !loan.hasScreen { loan.stopJob(of: process) }
      default: continue
      }
    }
  }

  /// Ends the program and those it has started. Not to be called once it is buried.
  func kill() { _ = Foundation.kill(-process, SIGKILL) }

  /// Buries the program, once it has ended.
  func bury() -> ChildProgram.End { StartedChild.bury(process) }

  /// Buries a process that has ended.
  static func bury(_ process: pid_t) -> ChildProgram.End {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
  }
}

extension ChildProgram {
  /// Starts the program, with a terminal if one is lent. Throws `POSIXError`.
  func start(input: Secret? = nil, at loan: TerminalLoan? = nil) throws -> StartedChild {
    let output = try DescriptorPair()
    let errors = try DescriptorPair()
    output.reading.neverWait()
    errors.reading.neverWait()
    let input =
      try input.map(pipe) ?? loan?.descriptor ?? Descriptor(opening: "/dev/null", O_RDONLY)
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in argv + envp { free(word) } }
    var process = pid_t()
    let problem = reprise_spawn(
      &process, path, &argv, &envp, input.number, output.writing.number, errors.writing.number,
      loan == nil ? -1 : 0)
    guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .EIO) }
    loan?.give(to: process)
    return StartedChild(process: process, output: output.reading, errors: errors.reading)
  }

  /// A pipe that has all of the input in it already, so that nothing waits for the program to take it.
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
