import CSystem
import Core
import Foundation

enum WindowProgram {
  /// Starts a program without a terminal and returns at once. `onEnd` is called on a separate
  /// thread when the program has ended. Throws `DocumentError.program` if it can't be started.
  static func start(
    _ words: [String], environment: [String: String], onEnd: @escaping @Sendable () -> Void
  ) throws(DocumentError) {
    guard let name = words.first, let path = SearchPath(environment).program(name) else {
      throw .program(name: words.first ?? "The program", reason: "there is no such program")
    }
    let nothing = ToolRun.move(pastStandardFiles: open("/dev/null", O_RDWR | O_CLOEXEC))
    guard nothing >= 0 else {
      throw .program(name: name, reason: String(cString: strerror(errno)))
    }
    defer { close(nothing) }
    var process = pid_t()
    let problem = CStrings.lend(words, environment) { argv, envp in
      reprise_spawn(&process, path, argv, envp, nothing, nothing, nothing, -1)
    }
    guard problem == 0 else {
      throw .program(name: name, reason: String(cString: strerror(problem)))
    }
    let child = process
    Thread {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      onEnd()
    }
    .start()
  }
}
