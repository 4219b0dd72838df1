import Foundation

/// The files that every process begins with: standard input, output and error.
package enum StandardFiles {
  /// Opens /dev/null for each of them that is closed, and returns their descriptors.
  ///
  /// Otherwise the next file that is opened, such as a session's lock, has the number, and what is said on standard error is written into
  /// it. Reading and printing fail as on a closed file; what is said is lost.
  package static func openClosed() -> Set<Int32> {
    var closed: Set<Int32> = []
    // In their order: a file gets the lowest number that is free.
    for (descriptor, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      closed.insert(descriptor)
      _ = open("/dev/null", access)
    }
    return closed
  }

  /// The fewest files that a process has to be allowed: libdispatch kills one that can't open what it needs.
  static let fewest = 32

  /// Throws `TooFewFiles` where the system allows less.
  package static func requireEnough() throws {
    try requireEnough(sysconf(Int32(_SC_OPEN_MAX)))
  }

  static func requireEnough(_ allowed: Int) throws {
    // Negative where there is no limit.
    guard (0..<fewest).contains(allowed) else { return }
    throw TooFewFiles(allowed: allowed)
  }
}

/// The problem that a process may open hardly any files.
struct TooFewFiles: ExitCoded, Hashable {
  let allowed: Int

  var exitCode: ExitCode { .unavailable }

  var errorDescription: String? { "only \(allowed) files may be open at once here" }

  var recoverySuggestion: String? { "Allow more: ulimit -n \(8 * StandardFiles.fewest)." }
}
