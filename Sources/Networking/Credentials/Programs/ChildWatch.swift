import Foundation

/// Reads a program's output until the program has ended, on a thread of its own.
struct ChildWatch: Sendable {
  private let child: StartedChild
  private let alarm: Alarm
  private let deadline: ContinuousClock.Instant

  init(_ child: StartedChild, _ alarm: Alarm, _ timeLimit: Duration) {
    self.child = child
    self.alarm = alarm
    deadline = .now + timeLimit
  }

  /// Reads to the end. Throws `CancellationError`, or `POSIXError` if there is no memory; the program has ended then, too.
  func run() throws -> ChildProgram.Run {
    var isBuried = false
    defer { if !isBuried { giveUp() } }
    let output = Stream(child.output, try SecretBuffer(limit: ChildProgram.outputLimit))
    let errors = Stream(child.errors, try SecretBuffer(limit: ChildProgram.outputLimit))
    var isCancelled = false
    var isLate = false
    while true {
      var waits = [pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
      for stream in [output, errors] where stream.isOpen {
        waits.append(pollfd(fd: stream.descriptor.number, events: Int16(POLLIN), revents: 0))
      }
      let isKilled = isCancelled || isLate || output.isTooLong
      poll(&waits, nfds_t(waits.count), isKilled ? -1 : patience)
      let causes = alarm.take()
      // What was printed before the end is in the pipes by now.
      output.read()
      errors.read()
      if causes.contains(.ended) { break }
      if causes.contains(.cancelled) { isCancelled = true }
      if ContinuousClock.now >= deadline { isLate = true }
      if isCancelled || isLate || output.isTooLong { child.kill() }
    }
    let end = child.bury()
    isBuried = true
    if isCancelled { throw CancellationError() }
    return ChildProgram.Run(
      end: output.isTooLong ? .outputLimit : isLate ? .timeLimit : end,
      output: output.buffer.secret, errors: errors.buffer.secret)
  }

  /// The time until the deadline, in milliseconds, rounded up.
  private var patience: Int32 {
    Int32(clamping: max(0, Int((deadline - .now) / .milliseconds(1)) + 1))
  }

  private func giveUp() {
    child.kill()
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
