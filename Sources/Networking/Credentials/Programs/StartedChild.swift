import CSystem
import Core
import Foundation

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

  func bury() -> ChildProgram.End { StartedChild.bury(process) }

  static func bury(_ process: pid_t) -> ChildProgram.End {
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
