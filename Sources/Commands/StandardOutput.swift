import Foundation
import Terminals

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

  /// Returns a text as it may be shown at a terminal: line ends are the only controls of it that the terminal obeys.
  static func visible(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { SafeText.visible(String($0)) }.joined(separator: "\n")
  }

  /// Writes all of a text, to a terminal made visible: a server or a file may have written parts of it. Throws `OutputError`. A pipe that is closed early ends the process by SIGPIPE, as everywhere.
  package static func write(_ text: String) throws { try write(text, to: STDOUT_FILENO) }

  /// Writes as `write(_:)` does, to any descriptor in the place of the standard output.
  static func write(_ text: String, to descriptor: Int32) throws {
    try StandardFiles.write(isatty(descriptor) == 1 ? visible(text) : text, to: descriptor)
  }
}

/// The problem that the standard output takes nothing.
package struct OutputError: ExitCoded, Hashable {
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
