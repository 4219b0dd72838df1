import Glibc

/// A buffer for the bytes that are read from a file, at most `limit` of them.
package protocol OutputBuffer: AnyObject {
  var limit: Int { get }
  var count: Int { get }

  /// Returns the results of `read(2)`. Bytes beyond the limit are lost.
  func read(from descriptor: Int32) -> Int
}

package final class ByteBuffer: OutputBuffer {
  package let limit: Int
  package private(set) var bytes: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 16_384)

  package init(limit: Int = .max) { self.limit = limit }

  package var count: Int { bytes.count }

  package func read(from descriptor: Int32) -> Int {
    let got = Glibc.read(descriptor, &chunk, chunk.count)
    if got > 0 { bytes += chunk[..<min(got, limit - count)] }
    return got
  }
}

/// An output of a process, and the buffer that it is read into.
package final class ProcessOutput {
  fileprivate let descriptor: Descriptor
  private let buffer: any OutputBuffer
  fileprivate private(set) var isOpen = true
  fileprivate private(set) var isTooLong = false

  package init(_ pipe: DescriptorPair, _ buffer: any OutputBuffer) {
    descriptor = pipe.reading
    self.buffer = buffer
    descriptor.setNonBlocking()
  }

  /// Reads at most 1 MiB, which no pipe exceeds, because a program may print without end.
  fileprivate func read() {
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

extension Subprocess {
  /// A reason to kill the process before its end.
  package enum Interruption {
    case cancelled
    /// The alarm rang for another reason, such as a key.
    case stopped
    case timeLimit, outputLimit
  }

  /// Reads on the calling thread until the process has ended, without reaping it. The deadline,
  /// output beyond the limit, and an alarm kill its group; errors beyond the limit are lost.
  /// Background processes that it leaves behind aren't waited for. `onStop` gets the signal that
  /// stopped the process, on another thread. `look` is called about ten times a second.
  package func readToEnd(
    _ output: ProcessOutput, errors: ProcessOutput? = nil, until deadline: ContinuousClock.Instant,
    _ alarm: WakeupPipe, onStop: @escaping @Sendable (Int32) -> Void = { _ in },
    look: (() -> Void)? = nil
  ) -> Set<Interruption> {
    BlockingThread.start { [self] in
      while let signal = waitForStop() { onStop(signal) }
      alarm.ring(.ended)
    }
    let streams = [output, errors].compactMap(\.self)
    var interruptions: Set<Interruption> = []
    while true {
      let files = [alarm.descriptor] + streams.filter(\.isOpen).map(\.descriptor.number)
      var waits = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // Rounded up.
      let left = Int32(clamping: max(0, Int((deadline - .now) / .milliseconds(1)) + 1))
      let patience = look == nil ? left : min(left, 100)
      poll(&waits, nfds_t(waits.count), interruptions.isEmpty ? patience : 200)
      let causes = alarm.take()
      // When the process has ended, all of its output is in the pipes.
      for stream in streams { stream.read() }
      if output.isTooLong { interruptions.insert(.outputLimit) }
      if causes.contains(.ended) { return interruptions }
      // The thread above may not have started, for example because there are too many.
      if !interruptions.isEmpty, hasEnded { return interruptions }
      if causes.contains(.cancelled) { interruptions.insert(.cancelled) }
      if causes.contains(.stopped) { interruptions.insert(.stopped) }
      if ContinuousClock.now >= deadline { interruptions.insert(.timeLimit) }
      if interruptions.isEmpty { look?() } else { killGroup() }
    }
  }
}
