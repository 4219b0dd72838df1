import CSystem
import Foundation

struct StartedProgram: Sendable {
  private let process: pid_t

  /// Starts a program with files for output and errors, and optionally for input.
  ///
  /// Foundation's `Process` isn't used: it notices the end of a program 50 ms late, and of one that
  /// leaves a server behind, as tmux does, only when the server ends. The program inherits no other
  /// file: a server holding an executable open that a test is writing would prevent it from being
  /// run ("text file busy"). Throws `ProgramRun.NotStarted`.
  init(
    _ words: [String], _ environment: [String: String], input: Int32? = nil, output: Int32,
    errors: Int32
  ) throws {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    var argv = words.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in argv + envp { free(word) } }
    var process = pid_t()
    let problem = reprise_spawn(
      &process, words[0], &argv, &envp, input ?? nothing, output, errors, -1)
    guard problem == 0 else {
      throw ProgramRun.NotStarted(program: words[0], code: problem)
    }
    self.process = process
  }

  func kill() {
    _ = Foundation.kill(process, SIGKILL)
  }

  func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
