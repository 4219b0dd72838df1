import CSystem
import Foundation

/// A file descriptor, owned and closed by this object. It is 3 or higher, and child processes don't
/// inherit it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  convenience init(opening path: String, _ access: Int32) throws {
    try self.init(moving: open(path, access | O_CLOEXEC | O_NOCTTY))
  }

  /// Takes ownership of a system call's result, including -1 with `errno`.
  ///
  /// In a process started without standard files, a number below 3 would conflict with a child's
  /// standard files, so it is moved.
  convenience init(moving number: Int32) throws {
    guard number >= 0 else { throw POSIXError.last }
    if number > STDERR_FILENO {
      self.init(number)
    } else {
      defer { close(number) }
      let moved = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard moved >= 0 else { throw POSIXError.last }
      self.init(moved)
    }
  }

  /// Sets O_NONBLOCK.
  func setNonBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

struct DescriptorPair: Sendable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard reprise_pipe(&ends) == 0 else { throw POSIXError.last }
    do {
      reading = try Descriptor(moving: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    writing = try Descriptor(moving: ends[1])
  }
}

extension POSIXError {
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// The system's message for the error: "No such file or directory".
  var reason: String { String(cString: strerror(code.rawValue)) }
}

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
    pipe.reading.setNonBlocking()
    pipe.writing.setNonBlocking()
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
