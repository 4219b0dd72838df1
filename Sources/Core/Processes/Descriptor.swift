import CSystem
package import FoundationEssentials
import Glibc

/// A file descriptor, owned and closed by this object. It is 3 or higher, and child processes don't
/// inherit it.
package final class Descriptor: Sendable {
  package let number: Int32

  private init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  package convenience init(opening path: String, _ access: Int32) throws(POSIXError) {
    try self.init(moving: open(path, access | O_CLOEXEC | O_NOCTTY))
  }

  /// Takes a system call's result, including -1 with `errno`. In a process started without standard
  /// files, a number below 3 would conflict with a child's standard files, so it is moved.
  package convenience init(moving number: Int32) throws(POSIXError) {
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

  /// The bytes are never written to disk.
  package convenience init(inMemory bytes: [UInt8]) throws(POSIXError) {
    try self.init(moving: reprise_memory_file())
    guard pwrite(number, bytes, bytes.count, 0) == bytes.count else { throw POSIXError.last }
  }

  package func setNonBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

package struct DescriptorPair: Sendable {
  package let reading: Descriptor
  package let writing: Descriptor

  package init() throws(POSIXError) {
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
  package static var last: POSIXError { POSIXError(number: errno) }

  package init(number: Int32) { self.init(POSIXErrorCode(rawValue: number) ?? .EIO) }

  package var reason: String { String(cString: strerror(code.rawValue)) }
}

/// Wakes a thread that polls descriptors, and says why.
package final class WakeupPipe: Sendable {
  package enum Cause: UInt8 {
    case ended = 1
    case cancelled
    /// A request to stop this process, as by Ctrl-Z.
    case stopped
    case continued
  }

  private let pipe: DescriptorPair

  package init() throws(POSIXError) {
    pipe = try DescriptorPair()
    pipe.reading.setNonBlocking()
    pipe.writing.setNonBlocking()
  }

  package var descriptor: Int32 { pipe.reading.number }

  /// The descriptor to which a signal handler writes the causes.
  package var writingDescriptor: Int32 { pipe.writing.number }

  /// Can be called from any thread. A failing write means a full pipe, which is readable already.
  package func ring(_ cause: Cause) {
    var byte = cause.rawValue
    _ = write(pipe.writing.number, &byte, 1)
  }

  package func take() -> Set<Cause> {
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
