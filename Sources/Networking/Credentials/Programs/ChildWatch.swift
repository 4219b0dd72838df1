import Foundation

/// Reads a program's output until the program has ended, on a thread of its own.
struct ChildWatch: Sendable {
  private let child: StartedChild
  private let alarm: Alarm
  private let deadline: ContinuousClock.Instant
  /// The terminal that the program has; nil if it has none.
  private let loan: TerminalLoan?
  /// Called when the user is to be told that the program is waited for.
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

  /// Reads to the end. Throws `CancellationError`, or `POSIXError` if there is no memory; the program has ended then, too.
  func run() throws -> ChildProgram.Run {
    // So that they end the program, and this process.
    if loan?.hasScreen == false { NoEchoInput.hearSignals() }
    var isBuried = false
    defer { if !isBuried { giveUp() } }
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
      // What was printed before the end is in the pipes by now.
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
    // Before it is buried, because its group has its number.
    if let loan {
      if !loan.takeBack() { isGivenUp = true }
      // A guard may have joined the group since.
      child.kill()
    }
    let end = child.bury()
    isBuried = true
    if isCancelled { throw CancellationError() }
    if loan != nil, end.isOfKey { isGivenUp = true }
    return ChildProgram.Run(
      end: output.isTooLong
        ? .outputLimit : isLate ? .timeLimit : isGivenUp ? .givenUp : end,
      output: output.buffer.secret, errors: errors.buffer.secret)
  }

  /// The time until the deadline, or until the terminal is to be looked at, in milliseconds,
  /// rounded up.
  private var patience: Int32 {
    let left = Int32(clamping: max(0, Int((deadline - .now) / .milliseconds(1)) + 1))
    return loan == nil ? left : min(left, 100)
  }

  private func giveUp() {
    child.kill()
    loan?.takeBack()
    _ = child.bury()
  }

  /// One of a program's two outputs.
  private final class Stream {
    let descriptor: Descriptor
    let buffer: SecretBuffer
    var isOpen = true
    /// True once there was more than is kept.
    private(set) var isTooLong = false

    init(_ descriptor: Descriptor, _ buffer: SecretBuffer) {
      self.descriptor = descriptor
      self.buffer = buffer
    }

    /// Reads the bytes that are there, at most 1 MiB: there may be no end to them. No pipe holds more.
    func read() {
      var rest = 1 << 20
      while isOpen, rest > 0 {
        let room = buffer.limit - buffer.count
        let got = buffer.read(from: descriptor.number)
        if got > room { isTooLong = true }
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
  /// True if a key at the terminal ended the program, also where a shell tells of it by a code.
  fileprivate var isOfKey: Bool {
    switch self {
    case .signal(let signal): signal == SIGINT || signal == SIGQUIT
    case .exit(let code): code == 128 + SIGINT || code == 128 + SIGQUIT
    default: false
    }
  }
}
