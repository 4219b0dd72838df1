import CSpawn
import Foundation

/// A program that was started, and has to be waited for.
struct StartedProgram: Sendable {
  private let process: pid_t

  /// Starts a program with files for its output and errors, and for its input or none.
  ///
  /// Foundation's `Process` is of no use here: it notices the end of one that leaves a server behind, as tmux does, when that ends
  /// too, and of any other after 50 ms. And the program gets no other file: a server that keeps one which a test is writing
  /// would keep it from being run ("text file busy"). Throws `ProgramRun.NotStarted`.
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

  /// Waits for the program's end, and returns its exit code; 128 and the signal's number if a signal ended it.
  func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
