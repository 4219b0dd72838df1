import Foundation

/// Where a command prints.
enum StandardOutput {
  /// How many columns the terminal has that a command prints to; nil for a pipe or a file, where nothing is cut.
  static var columns: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of a text. Throws `OutputProblem`. Who closes a pipe early ends the process by SIGPIPE, as everywhere.
  static func write(_ text: String) throws {
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

/// An output that takes nothing.
struct OutputProblem: ExitCoded, Hashable {
  let code: Int32
  var exitCode: ExitCode { .inputOutput }

  var errorDescription: String? {
    code == EBADF
      ? "standard output is closed"
      : "the output can't be written: \(String(cString: strerror(code)).lowercased())"
  }

  var recoverySuggestion: String? {
    code == ENOSPC ? "Make room on the disk." : "Check where the output goes."
  }
}
