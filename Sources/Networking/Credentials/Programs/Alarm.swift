import Foundation

/// Ends a thread's wait in `poll`.
final class Alarm: Sendable {
  enum Cause: UInt8, CaseIterable {
    /// The program that is waited for has ended.
    case ended = 1
    /// The caller's task was cancelled.
    case cancelled
    /// A request to stop this process, as Ctrl-Z makes it.
    case stopped
    /// The end of a stop: the process goes on.
    case continued
  }

  private let pipe: DescriptorPair

  /// An alarm that wasn't rung. Throws `POSIXError`.
  init() throws {
    pipe = try DescriptorPair()
    pipe.reading.neverWait()
    pipe.writing.neverWait()
  }

  /// A descriptor that is readable when the alarm was rung.
  var descriptor: Int32 { pipe.reading.number }

  /// The descriptor that a signal handler writes the causes to.
  var writingDescriptor: Int32 { pipe.writing.number }

  /// Rings the alarm, on any thread. A full pipe is rung already.
  func ring(_ cause: Cause) {
    var byte = cause.rawValue
    _ = write(pipe.writing.number, &byte, 1)
  }

  /// Takes the causes since the last time.
  func take() -> Set<Cause> {
    var causes: Set<Cause> = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let got = read(pipe.reading.number, &bytes, bytes.count)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return causes }
      causes.formUnion(bytes[..<got].compactMap(Cause.init))
    }
  }
}
