import CSpawn
import Foundation

/// An open file's number, which nobody else closes. It is 3 or higher, and no program that is started inherits it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file. Throws `POSIXError`.
  convenience init(opening path: String, _ access: Int32) throws {
    try self.init(moving: open(path, access | O_CLOEXEC | O_NOCTTY))
  }

  /// Takes over a number that a system call returned, -1 and `errno` included.
  ///
  /// A number below 3, in a process that was started without standard files, would be in a started program's way.
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

  /// Makes reading and writing never wait.
  func neverWait() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// Both ends of a pipe.
struct DescriptorPair: Sendable {
  let reading: Descriptor
  let writing: Descriptor

  /// Makes a pipe. Throws `POSIXError`.
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
  /// The error of `errno`.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// The error in the system's words: "No such file or directory".
  var reason: String { String(cString: strerror(code.rawValue)) }
}
