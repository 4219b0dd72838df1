import FoundationEssentials
import Glibc
import Terminals

/// Writes a command's output to standard output.
package enum StandardOutput {
  /// `nil` for a pipe or file, where nothing is truncated.
  static var columns: Int? { columns(of: STDOUT_FILENO) }

  static func columns(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Only line feeds remain as control characters, so the text is safe on a terminal.
  static func visible(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { SafeText.visible(String($0)) }.joined(separator: "\n")
  }

  /// On a terminal, the text is sanitized, because parts may come from a server or file. A pipe
  /// closed by its reader ends the process with SIGPIPE, as usual.
  package static func write(_ text: String) throws { try write(text, to: STDOUT_FILENO) }

  static func write(_ text: String, to descriptor: Int32) throws {
    try StandardFiles.write(isatty(descriptor) == 1 ? visible(text) : text, to: descriptor)
  }
}

/// The error if standard output can't be written.
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
    code == ENOSPC ? "Free some disk space." : "Check where the output goes."
  }
}
