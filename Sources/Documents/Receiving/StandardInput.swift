import Foundation

/// The process's standard input.
public enum StandardInput {
  /// Puts the terminal in the place of a standard input that was read to its end, so that keys arrive there. Throws
  /// `DocumentProblem.system` if the process has no terminal.
  public static func reopenTerminal() throws(DocumentProblem) {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { throw .system("opened", path: "/dev/tty", code: errno) }
    defer { close(terminal) }
    guard dup2(terminal, STDIN_FILENO) >= 0 else {
      throw .system("opened", path: "/dev/tty", code: errno)
    }
  }
}
