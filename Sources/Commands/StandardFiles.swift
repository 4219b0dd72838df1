import FoundationEssentials
import Glibc

/// The three files every process starts with: standard input, output and error.
package enum StandardFiles {
  /// Returns the descriptors that were closed. Otherwise the next opened file, such as a session's
  /// lock, would get one, and messages for standard error would be written into it. Reads of input
  /// and writes to output fail as on a closed file; messages are lost.
  package static func openClosed() -> Set<Int32> {
    var closed: Set<Int32> = []
    // In ascending order, because a file gets the lowest free descriptor.
    for (descriptor, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      closed.insert(descriptor)
      _ = open("/dev/null", access)
    }
    return closed
  }

  /// libdispatch traps with fewer.
  static let fewest = 32

  package static func requireEnough() throws {
    try requireEnough(sysconf(Int32(_SC_OPEN_MAX)))
  }

  static func requireEnough(_ allowed: Int) throws {
    // Negative if there is no limit.
    guard (0..<fewest).contains(allowed) else { return }
    throw TooFewFiles(allowed: allowed)
  }
}

struct TooFewFiles: ExitCoded, Hashable {
  let allowed: Int

  var exitCode: ExitCode { .unavailable }

  var errorDescription: String? { "only \(allowed) files may be open at once here" }

  var recoverySuggestion: String? { "Allow more: ulimit -n \(8 * StandardFiles.fewest)." }
}

extension StandardFiles {
  static func write(_ text: String, to descriptor: Int32) throws {
    try write(text) { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// `system` may write only a part, or be interrupted by a signal.
  static func write(_ text: String, with system: (UnsafeRawBufferPointer) -> Int) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes(system)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        throw OutputError(code: count == 0 ? EIO : errno)
      }
    }
  }
}
