import Foundation

/// The standard output, where a command prints.
package enum StandardOutput {
  /// The number of columns of the terminal that a command prints to; nil for a pipe or a file, where nothing is cut.
  static var columns: Int? { columns(of: STDOUT_FILENO) }

  /// The number of columns of the terminal behind a descriptor; nil if there is none.
  static func columns(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of a text. Throws `OutputProblem`. A pipe that is closed early ends the process by SIGPIPE, as everywhere.
  package static func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        throw OutputProblem(code: count == 0 ? EIO : errno)
      }
    }
  }
}

/// The problem that the standard output takes nothing.
package struct OutputProblem: ExitCoded, Hashable {
  let code: Int32

  package init(code: Int32) { self.code = code }

  package var exitCode: ExitCode { .inputOutput }

  package var errorDescription: String? {
    code == EBADF
      ? "standard output is closed"
      : "the output can't be written: \(String(cString: strerror(code)).lowercased())"
  }

  package var recoverySuggestion: String? {
    code == ENOSPC ? "Make room on the disk." : "Check where the output goes."
  }
}
