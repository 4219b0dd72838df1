import Foundation

/// The process's standard input.
public enum StandardInput {
  /// Replaces standard input by the terminal after it was read to its end, so that keys can be
  /// read. Throws `DocumentError.system` if the process has no terminal.
  public static func reopenTerminal() throws(DocumentError) {
    // The terminal's real name is preferred over /dev/tty, because it identifies the terminal.
    let names = [STDOUT_FILENO, STDERR_FILENO].compactMap { descriptor in
      ttyname(descriptor).map { String(cString: $0) }
    }
    var code = ENXIO
    for name in names + ["/dev/tty"] {
      let terminal = open(name, O_RDWR | O_CLOEXEC)
      guard terminal >= 0 else {
        code = errno
        continue
      }
      defer { close(terminal) }
      guard dup2(terminal, STDIN_FILENO) >= 0 else {
        throw .system("opened", path: name, code: errno)
      }
      return
    }
    throw .system("opened", path: "/dev/tty", code: code)
  }
}
