import CSystem
import Foundation

/// Reads a program's output until the program has ended, on its own thread.
struct ChildWatch: Sendable {
  private let child: StartedChild
  private let alarm: Alarm
  private let deadline: ContinuousClock.Instant
  private let loan: TerminalLoan?
  /// Called when it is time to show the user that the program is waited for.
  private let onWait: @Sendable (TerminalLoan) -> Void

  init(
    _ child: StartedChild, _ alarm: Alarm, _ timeLimit: Duration, at loan: TerminalLoan? = nil,
    onWait: @escaping @Sendable (TerminalLoan) -> Void = { _ in }
  ) {
    self.child = child
    self.alarm = alarm
    self.loan = loan
    self.onWait = onWait
    deadline = .now + timeLimit
  }

  /// Reads to the end. Throws `CancellationError`, or `POSIXError` if there is no memory; both kill
  /// the program first.
  func run() throws -> ChildProgram.Run {
    // So that the signals end the program, and this process.
    if loan?.hasScreen == false { NoEchoInput.hearSignals() }
    var isReaped = false
    defer { if !isReaped { giveUp() } }
    let output = Stream(child.output, try SecretBuffer(limit: ChildProgram.outputLimit))
    let errors = Stream(child.errors, try SecretBuffer(limit: ChildProgram.outputLimit))
    var isCancelled = false
    var isLate = false
    var isGivenUp = false
    while true {
      var waits = [pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
      for stream in [output, errors] where stream.isOpen {
        waits.append(pollfd(fd: stream.descriptor.number, events: Int16(POLLIN), revents: 0))
      }
      let isKilled = isCancelled || isLate || isGivenUp || output.isTooLong
      poll(&waits, nfds_t(waits.count), isKilled ? -1 : patience)
      let causes = alarm.take()
      // When the program has ended, all of its output is in the pipes.
      output.read()
      errors.read()
      if causes.contains(.ended) { break }
      if causes.contains(.cancelled) { isCancelled = true }
      if causes.contains(.stopped) { isGivenUp = true }
      if ContinuousClock.now >= deadline { isLate = true }
      if isCancelled || isLate || isGivenUp || output.isTooLong {
        child.kill()
      } else if let loan, loan.look() {
        onWait(loan)
      }
    }
    // Before the program is reaped, because its process group has the same number.
    if let loan {
      if !loan.takeBack() { isGivenUp = true }
      // A guard may have joined the group since.
      child.kill()
    }
    let end = child.reap()
    isReaped = true
    if isCancelled { throw CancellationError() }
    if loan != nil, end.isOfKey { isGivenUp = true }
    return ChildProgram.Run(
      end: output.isTooLong
        ? .outputLimit : isLate ? .timeLimit : isGivenUp ? .givenUp : end,
      output: output.buffer.secret, errors: errors.buffer.secret)
  }

  /// The time until the deadline, or until the next look at the terminal, in milliseconds, rounded
  /// up.
  private var patience: Int32 {
    let left = Int32(clamping: max(0, Int((deadline - .now) / .milliseconds(1)) + 1))
    return loan == nil ? left : min(left, 100)
  }

  private func giveUp() {
    child.kill()
    loan?.takeBack()
    _ = child.reap()
  }

  private final class Stream {
    let descriptor: Descriptor
    let buffer: SecretBuffer
    var isOpen = true
    /// True once more was read than the buffer retains.
    private(set) var isTooLong = false

    init(_ descriptor: Descriptor, _ buffer: SecretBuffer) {
      self.descriptor = descriptor
      self.buffer = buffer
    }

    /// Reads the available bytes, but at most 1 MiB, because a program may print without end. No
    /// pipe holds more.
    func read() {
      var rest = 1 << 20
      while isOpen, rest > 0 {
        let remaining = buffer.limit - buffer.count
        let got = buffer.read(from: descriptor.number)
        if got > remaining { isTooLong = true }
        if got > 0 {
          rest -= got
        } else if got == 0 || (errno != EINTR && errno != EAGAIN) {
          isOpen = false
        } else if errno == EAGAIN {
          return
        }
      }
    }
  }
}

extension ChildProgram.End {
  /// Whether a key at the terminal ended the program, which a shell reports as an exit code.
  fileprivate var isOfKey: Bool {
    switch self {
    case .signal(let signal): signal == SIGINT || signal == SIGQUIT
    case .exit(let code): code == 128 + SIGINT || code == 128 + SIGQUIT
    default: false
    }
  }
}

/// A process in the child's process group, for two purposes: it dies from the keys that give up,
/// whatever the other programs do with these signals; and it kills the group once this process is
/// gone, even by SIGKILL.
struct GroupGuard: Sendable {
  private let process: pid_t
  /// The writing end of a pipe that stays open for as long as this process lives.
  private let life: Descriptor

  init(of group: pid_t) throws {
    let pipe = try DescriptorPair()
    let nothing = try Descriptor(opening: "/dev/null", O_RDWR)
    let arguments: [String] = ["/bin/sh", "-c", "read line; kill -KILL 0"]
    var argv = arguments.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = [nil]
    defer { for string in argv { free(string) } }
    var process = pid_t()
    let problem = reprise_spawn(
      &process, "/bin/sh", &argv, &envp, pipe.reading.number, nothing.number, nothing.number, group)
    guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .EIO) }
    self.process = process
    life = pipe.writing
  }

  /// Waits until the guard ends, at the latest with its group, and rings the alarm if a key ended
  /// it.
  func watch(_ loan: TerminalLoan, _ alarm: Alarm) {
    while true {
      switch reprise_wait_for_change(process) {
      case 0:
        let end = StartedChild.reap(process)
        if end == .signal(SIGINT) || end == .signal(SIGQUIT) { alarm.ring(.stopped) }
        return withExtendedLifetime(life) {}
      case SIGTSTP where loan.hasScreen:
        loan.noteQuit()
        alarm.ring(.stopped)
      default: continue
      }
    }
  }
}
