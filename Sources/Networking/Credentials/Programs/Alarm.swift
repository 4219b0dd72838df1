import Foundation

final class Alarm: Sendable {
  enum Cause: UInt8, CaseIterable {
    /// The child process has ended.
    case ended = 1
    case cancelled
    /// A request to stop this process, as by Ctrl-Z.
    case stopped
    /// The process continues after a stop.
    case continued
  }

  private let pipe: DescriptorPair

  init() throws {
    pipe = try DescriptorPair()
    pipe.reading.neverWait()
    pipe.writing.neverWait()
  }

  var descriptor: Int32 { pipe.reading.number }

  /// The descriptor to which a signal handler writes the causes.
  var writingDescriptor: Int32 { pipe.writing.number }

  /// Rings the alarm; can be called from any thread. A failing write means a full pipe, which is
  /// readable already.
  func ring(_ cause: Cause) {
    var byte = cause.rawValue
    _ = write(pipe.writing.number, &byte, 1)
  }

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
